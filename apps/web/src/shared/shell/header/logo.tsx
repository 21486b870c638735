export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        d="M11 9V7.5A3.5 3.5 0 0 1 14.5 4h3A3.5 3.5 0 0 1 21 7.5V9"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
      <rect x="4" y="9" width="24" height="19" rx="4" fill="currentColor" opacity="0.72" />
      <path
        d="M4 13a4 4 0 0 1 4-4h16a4 4 0 0 1 4 4v3.5c0 2-5 4.5-12 4.5S4 18.5 4 16.5z"
        fill="currentColor"
      />
      <rect x="13.5" y="18" width="5" height="6" rx="1.5" fill="var(--color-surface)" />
    </svg>
  );
}
