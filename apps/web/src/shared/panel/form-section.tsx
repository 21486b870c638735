import type { ReactNode } from 'react';

export interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Group of fields with a title. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0 wide:grid wide:grid-cols-[18rem_minmax(0,1fr)] wide:gap-x-12">
      <div>
        <h2 className="text-heading">{title}</h2>
        {description && <p className="mt-0.5 text-meta text-ink-muted">{description}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
