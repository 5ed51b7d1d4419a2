import { Button } from "@/components/ui/button";
import { Worded } from "@/components/Worded";
import { strings } from "@/strings";

interface SignedOutProps {
  problem?: string | undefined;
  detail?: string | undefined;
}

/** What a device sees that may not come in: why, and what to do. */
export function SignedOut({ problem, detail }: SignedOutProps) {
  return (
    <main className="flex h-dvh items-center justify-center p-6">
      <div className="max-w-[48ch] space-y-3">
        <h1 className="text-lg font-semibold">{strings.name}</h1>
        <p className="font-medium">{problem ?? strings.notSignedIn}</p>
        {detail && <p className="text-soft">{detail}</p>}
        <p className="text-soft">{strings.howToSignIn}</p>
        <ul className="list-disc space-y-1 pl-5 text-soft">
          <li>
            <Worded text={strings.signInLink} />
          </li>
          <li>{strings.signInPair}</li>
        </ul>
        <Button onClick={() => location.reload()}>{strings.signInAgain}</Button>
      </div>
    </main>
  );
}
