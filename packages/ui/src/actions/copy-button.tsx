import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

const CONFIRMATION_MS = 2_000;

export interface CopyButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'onClick'> {
  text: string;
  label: string;
  copiedLabel: string;
  onFail: () => void;
}

export function CopyButton({ text, label, copiedLabel, onFail, ...rest }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <Button
        {...rest}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => {
          copyText(text).then(() => setIsCopied(true), onFail);
        }}
      >
        {isCopied ? copiedLabel : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copiedLabel : ''}
      </span>
    </>
  );
}

/**
 * Copies text. Also works over plain HTTP, where `navigator.clipboard` is missing, because self-hosted apps
 * often use it.
 *
 * @param given text, or a promise of it: call this in the user's event, because browsers allow it only then
 */
export async function copyText(given: string | Promise<string>): Promise<void> {
  const isAllowed = navigator.clipboard && window.isSecureContext;
  if (isAllowed && typeof given !== 'string' && 'ClipboardItem' in globalThis) {
    const content = given.then((text) => new Blob([text], { type: 'text/plain' }));
    // Avoids an "unhandled rejection" if the browser refuses the copy first; the caller still sees a failure.
    content.catch(() => undefined);
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
    return;
  }
  const text = await given;
  if (isAllowed) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isDone) throw new Error('The browser refused to copy');
}
