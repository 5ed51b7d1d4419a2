import { connection } from "@/api/connection";
import { useRefused } from "@/api/hooks";
import { PanelBody } from "@/components/ui/section";
import { Failed, Loading } from "@/components/ui/states";

interface AwaitProps {
  session: string;
  rows?: number;
}

/** Stands where nothing can be shown before the session has arrived; says why, when it does not come. */
export function Awaited({ session, rows = 4 }: AwaitProps) {
  const problem = useRefused(session);
  if (problem === undefined) return <Loading rows={rows} />;
  return <Failed error={new Error(problem)} onRetry={() => connection.again(session)} />;
}

/** The same as the whole of a panel. */
export function AwaitView(props: AwaitProps) {
  return (
    <PanelBody>
      <Awaited {...props} />
    </PanelBody>
  );
}
