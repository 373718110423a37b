// Notices in the window, each with the way to what it is about, and those that a browser shows for the system. They are no trace of
// their own: Attention has everything that they say.
import { ActionIcon, Button } from '@mantine/core';
import { IconBell, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { NoticeRow } from '../../core/contract/notices.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useLive } from '../transport/desk.tsx';
import { announce } from '../ui/announce.ts';
import { goTo } from './route.ts';
import { useInstallation } from './settings.tsx';
import './notice-banner.css';

const MOST_SHOWN = 3;

export function NoticeBanner() {
  const { t } = useTexts();
  const { capabilities } = useInstallation();
  const { rows, isComplete, summary } = useLive('notices.follow');
  const known = useRef<ReadonlySet<string>>(undefined);
  const [shown, setShown] = useState<readonly string[]>([]);
  const isBrowser = capabilities.shell === 'browser';

  useEffect(() => {
    if (!isComplete) return;
    const before = known.current;
    known.current = new Set(rows.map(({ id }) => id));
    // What was told before this window was open was told to another one.
    if (before === undefined) return;
    const fresh = rows.filter(({ id }) => !before.has(id));
    const here = fresh.filter(({ channels }) => channels.includes('window'));
    if (here.length > 0) {
      setShown((now) => [...here.map(({ id }) => id), ...now].slice(0, MOST_SHOWN));
      for (const { title, body } of here) announce(`${title}: ${body}`);
    }
    if (isBrowser) for (const row of fresh) if (row.channels.includes('native')) showByBrowser(row);
  }, [rows, isComplete, isBrowser]);

  const badge = summary?.badge ?? 0;
  useEffect(() => {
    if (isBrowser) showBadge(badge);
  }, [badge, isBrowser]);

  const notices = shown.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const close = (id: string): void => setShown((now) => now.filter((each) => each !== id));
  if (notices.length === 0) return null;
  return (
    <section className="notice-banner" aria-label={t('notices.banner.region')} data-pane tabIndex={-1}>
      {notices.map(({ id, title, body, href, severity }) => (
        <div key={id} className="notice-banner-entry" data-severity={severity}>
          <IconBell size={18} aria-hidden />
          <div className="grow">
            <div className="strong">{title}</div>
            <div>{body}</div>
          </div>
          <Button
            size="compact-sm"
            onClick={() => {
              close(id);
              goTo(href);
            }}
          >
            {t('notices.banner.open')}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('notices.banner.close', { title })}
            onClick={() => close(id)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
    </section>
  );
}

/** Several tabs show a notice once: it has the same tag in all of them. */
function showByBrowser({ id, title, body, href }: NoticeRow): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body, tag: `heddle ${id}` });
  notification.addEventListener('click', () => {
    window.focus();
    goTo(href);
    notification.close();
  });
}

/** On the icon of an installed page, where the browser has one. */
function showBadge(count: number): void {
  const { setAppBadge } = navigator as { readonly setAppBadge?: (count: number) => Promise<void> };
  // Pages that are not installed may not: there is the number in the rail.
  setAppBadge?.call(navigator, count).catch(() => {});
}
