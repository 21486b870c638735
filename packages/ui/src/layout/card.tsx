import clsx from 'clsx';
import type { ComponentPropsWithRef } from 'react';

export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return (
    <div
      {...rest}
      className={clsx('rounded-lg border border-line bg-surface shadow-sm', className)}
    />
  );
}
