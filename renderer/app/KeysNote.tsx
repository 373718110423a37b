// Says that nothing can be signed while the keys are locked, and leads to where they are opened.
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTexts } from '../i18n/i18n.ts';
import { useLive } from '../transport/desk.tsx';
import { go, useRoute } from './route.ts';

export function KeysNote() {
  const { t } = useTexts();
  const { place } = useRoute();
  const { summary } = useLive('system.status');
  // At the keys themselves it stands on the screen already, and nobody without an identity has anything to unlock.
  if (summary?.keys !== 'locked' || summary.identities.length === 0 || place === 'keys') return null;
  return (
    <div className="frame-note" role="status">
      <IconLock size={16} aria-hidden />
      <span className="grow">{t('computer.keys.lockedNote')}</span>
      <Button onClick={() => go('keys', { task: 'unlock' })}>{t('computer.keys.unlock')}</Button>
    </div>
  );
}
