// Before this computer sleeps: what would end meanwhile, what matters most first, and a longer term where one helps.
import { Button, Select } from '@mantine/core';
import { IconMoon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Instant } from '../../ui/Instant.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { hrefOfLease } from './lease-acts.ts';

const MINUTES = [30, 60, 120, 240, 480, 720, 1_440, 2_880] as const;

export function SleepPane() {
  const { t } = useTexts();
  const [minutes, setMinutes] = useState(480);
  const { rows, summary, isComplete } = useLive('leases.beforeSleep', { sleepMs: minutes * 60_000 });
  return (
    <div className="stack-wide">
      <p>{t('terms.sleep.hint')}</p>
      <div className="line">
        <Select
          aria-label={t('terms.sleep.howLong')}
          label={t('terms.sleep.howLong')}
          className="lease-sleep"
          value={String(minutes)}
          data={MINUTES.map((each) => ({
            value: String(each),
            label:
              each < 60
                ? t('terms.sleep.minutes', { count: each })
                : t('terms.sleep.hours', { count: each / 60 }),
          }))}
          onChange={(value) => {
            if (value !== null) setMinutes(Number(value));
          }}
        />
        {summary !== undefined && (
          <span className="muted">
            {t('terms.sleep.until')} <Instant atMs={summary.wakeAtMs} isFocusable />
          </span>
        )}
      </div>
      {!isComplete ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconMoon size={24} stroke={1.5} />}
          title={t('terms.sleep.nothing')}
          body={t('terms.sleep.nothingBody')}
        />
      ) : (
        <ul className="plain-list stack" aria-label={t('terms.sleep.list')}>
          {rows.map((row) => (
            <li key={row.id} className="card lease-sleep-note" data-term={row.isTerm}>
              <div className="grow">
                <a className="strong" href={hrefOfLease(row)}>
                  {row.title}
                </a>
                <div className={row.isTerm ? 'warn' : 'muted'}>{row.words.text}</div>
              </div>
              {row.intent !== undefined && (
                <Button
                  variant={row.isTerm ? 'filled' : 'default'}
                  onClick={() => {
                    if (row.intent !== undefined)
                      openCommandSheet({ connectionId: row.connectionId, intent: row.intent });
                  }}
                >
                  {t('terms.sleep.prevent')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
