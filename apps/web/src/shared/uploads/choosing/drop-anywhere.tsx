import { can } from '@satchel/api-client/permissions';
import { useNavigate } from '@tanstack/react-router';
import { CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeStrayDrops } from '#shared/browser/keep-stray-drops.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { addDrop } from './add-drop.ts';

/** Accepts files dropped on any page. They are uploaded only when the user confirms. */
export function DropAnywhere() {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  // Home takes files itself, from those who may share texts there.
  const hasHome = can(usePrincipal(), 'text');

  useEffect(
    () =>
      takeStrayDrops({
        onOver: setIsOver,
        onDrop(transfer) {
          addDrop(transfer);
          const isHome = hasHome && window.location.pathname === '/';
          if (!isHome) void navigate({ to: '/upload' });
        },
      }),
    [navigate, hasHome],
  );

  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-60 flex animate-appear flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed border-accent bg-accent-soft/90 text-heading text-accent-strong">
      <CloudUpload className="size-12" strokeWidth={1.5} />
      {t('dropAnywhere')}
    </div>
  );
}
