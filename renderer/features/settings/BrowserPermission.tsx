// Whether a browser shows notifications for the system; the desktop shell needs no such question.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useInstallation } from '../../app/settings.tsx';
import { useTexts } from '../../i18n/i18n.ts';

export function BrowserPermission() {
  const { t } = useTexts();
  const { capabilities } = useInstallation();
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  );
  if (capabilities.shell !== 'browser') return null;
  if (permission !== 'default') return <p className="muted">{t(`notices.browser.${permission}`)}</p>;
  const ask = (): void => {
    Notification.requestPermission().then(setPermission, (fault: unknown) =>
      console.error('The browser could not be asked', fault),
    );
  };
  return (
    <div>
      <Button variant="default" onClick={ask}>
        {t('notices.browser.ask')}
      </Button>
    </div>
  );
}
