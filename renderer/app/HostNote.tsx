// Says that the window has lost its host, since when, and that it tries again.
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../i18n/i18n.ts';
import { useLinkState, useRetryLink } from '../transport/desk.tsx';
import { formatInstant } from '../ui/format.ts';

export function HostNote() {
  const { t, language } = useTexts();
  const link = useLinkState();
  const retry = useRetryLink();
  const [sinceMs] = useState(() => Date.now());
  return (
    <div className="frame-host-note" role="alert">
      <IconPlugConnectedX size={16} aria-hidden />
      <span className="grow">
        {t('frame.status.hostLost', { time: formatInstant(sinceMs, sinceMs, language) })}
      </span>
      {link.name === 'waiting' ? (
        <Button variant="default" onClick={retry}>
          {t('common.retry')}
        </Button>
      ) : (
        <span>{t('frame.status.hostRetry')}</span>
      )}
    </div>
  );
}
