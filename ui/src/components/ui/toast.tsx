import { Toaster } from "sonner";
import { useTheme } from "@/lib/theme";

/** Where short messages appear: away from Send, Stop and requests, on a phone below its head. */
export function Toasts({ phone }: { phone: boolean }) {
  const theme = useTheme((state) => state.theme);
  return (
    <Toaster
      position={phone ? "top-center" : "bottom-left"}
      mobileOffset={{ top: 64 }}
      theme={theme}
      closeButton
      toastOptions={{
        classNames: {
          toast: "!rounded-xl !border !border-line !bg-raised !text-ink !shadow-float !font-sans !text-sm",
          description: "!text-soft",
          actionButton: "!bg-solid !text-solid-ink !rounded-lg",
          closeButton: "!bg-raised !border-line !text-soft",
        },
      }}
    />
  );
}
