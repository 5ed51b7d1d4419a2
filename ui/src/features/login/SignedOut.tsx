import { strings } from "@/strings";

/** What a device sees that may not come in: why, and what to do. */
export function SignedOut({
  problem,
  detail,
}: {
  problem?: string | undefined;
  detail?: string | undefined;
}) {
  return (
    <main className="flex h-dvh items-center justify-center p-6">
      <div className="max-w-[48ch] space-y-2">
        <h1 className="text-lg font-semibold">{strings.name}</h1>
        <p>{problem ?? strings.notSignedIn}</p>
        <p className="text-soft">{detail ?? strings.howToSignIn}</p>
      </div>
    </main>
  );
}
