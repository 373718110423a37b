// The rail: where one can go, and how much is open there.
import { Tooltip } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { spotlight } from '@mantine/spotlight';
import { Fragment } from 'react';
import type { StatusSummary } from '../../core/contract/system.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useLive } from '../transport/desk.tsx';
import { KeyHint } from '../ui/KeyHint.tsx';
import { RAIL_PLACES, type RailPlace } from './rail-places.ts';
import { hrefOf, useRoute } from './route.ts';

interface Count {
  readonly open: number;
  /** Drawn in red, with its word in the label. */
  readonly refused: number;
}

function countOf(place: RailPlace, summary: StatusSummary | undefined): Count {
  if (summary === undefined) return { open: 0, refused: 0 };
  const { attention, outbox } = summary;
  switch (place) {
    case 'attention':
      return { open: attention.now + attention.decide, refused: 0 };
    case 'review':
      return { open: summary.review, refused: 0 };
    case 'approvals':
      return { open: summary.approvals, refused: 0 };
    case 'outbox':
      return { open: outbox.waiting + outbox.refused + outbox.unknown, refused: outbox.refused };
    default:
      return { open: 0, refused: 0 };
  }
}

export function Rail() {
  const { t } = useTexts();
  const { place: here } = useRoute();
  const { summary, rows } = useLive('system.status');
  const isDemo = rows.some((row) => row.isDemo);
  const { rows: administered } = useLive('operator.follow');
  // Most people administer nothing; the palette leads there all the same.
  const places = RAIL_PLACES.filter(({ place }) => place !== 'operator' || administered.length > 0);
  return (
    <nav className="rail" aria-label={t('frame.rail')} data-pane tabIndex={-1}>
      <div className="rail-top">
        <span className="rail-name">Heddle</span>
        {isDemo && (
          <Tooltip label={t('frame.demoHint')}>
            <span className="demo-mark">{t('frame.demo')}</span>
          </Tooltip>
        )}
      </div>
      <button
        type="button"
        className="rail-search"
        title={t('frame.palette.open')}
        onClick={() => spotlight.open()}
      >
        <IconCommand size={16} aria-hidden />
        <span className="rail-label grow">{t('frame.palette.short')}</span>
        <KeyHint id="palette" className="rail-label" />
      </button>
      <ul className="plain-list rail-list">
        {places.map(({ place, Icon, group }, index) => {
          const { open, refused } = countOf(place, summary);
          const name = t(`frame.place.${place}`);
          const isHere = here === place || (here === 'mission' && place === 'missions');
          const told =
            refused > 0
              ? t('frame.countRefused', { count: open, refused })
              : open > 0
                ? t('frame.count', { count: open })
                : undefined;
          return (
            <Fragment key={place}>
              {index > 0 && places[index - 1]?.group !== group && <li className="rail-gap" aria-hidden />}
              <li>
                <a
                  className="rail-entry"
                  href={hrefOf(place, {})}
                  title={name}
                  {...(isHere ? { 'aria-current': 'page' as const } : {})}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  <span className="rail-label grow">{name}</span>
                  {told !== undefined && (
                    <>
                      <span className="rail-count numbers" data-refused={refused > 0} aria-hidden>
                        {open}
                      </span>
                      <span className="visually-hidden">{told}</span>
                    </>
                  )}
                </a>
              </li>
            </Fragment>
          );
        })}
      </ul>
    </nav>
  );
}
