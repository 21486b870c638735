import { Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, useState } from 'react';
import { useWords } from '../layout/words.ts';
import { Field, type FieldLabels } from './field.tsx';

type ControlProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'children' | 'type'>;

export interface PasswordFieldProps extends FieldLabels, ControlProps {
  /** Labels of the button that shows what is typed, for a field that holds no password. */
  showLabel?: string;
  hideLabel?: string;
}

export function PasswordField({ showLabel, hideLabel, ...props }: PasswordFieldProps) {
  const { showPassword, hidePassword } = useWords();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field<ControlProps> {...props}>
      {(control) => (
        <span className="relative flex items-center">
          <input
            autoComplete="new-password"
            {...control}
            type={isShown ? 'text' : 'password'}
            className="control touch-target h-9 pr-10 pl-2.5"
          />
          <button
            type="button"
            aria-label={isShown ? (hideLabel ?? hidePassword) : (showLabel ?? showPassword)}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute right-1 inline-flex size-7 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:right-0 pointer-coarse:size-11"
          >
            {isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </button>
        </span>
      )}
    </Field>
  );
}
