// The pieces that a screen is put together from: panes with a head and a body, list beside detail, and tabs in the detail.
import { ActionIcon, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/i18n.ts';
import { useAuthorityNow } from './clock.tsx';
import { formatDuration, formatInstant } from './format.ts';
import { useShortcuts } from './shortcuts.ts';
import './pane.css';

/** How old what a pane shows may be before it says so (0.6). */
const STALE_AFTER_MS = 30_000;

/** A part of the screen with a heading. F6 goes from one to the next. */
export function Pane(props: {
  readonly title: ReactNode;
  /** Beside the title, smaller. */
  readonly subtitle?: ReactNode;
  readonly toolbar?: ReactNode;
  /** Since when nothing was heard; undefined for what cannot be stale. */
  readonly staleSinceMs?: number | undefined;
  /** Goes back to the list where there is room for one pane only. */
  readonly onBack?: () => void;
  readonly footer?: ReactNode;
  readonly label?: string;
  /** The body has no padding: a list or a graph fills it. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const { onBack } = props;
  useShortcuts([{ id: 'close', words: t('frame.shortcuts.closeThing'), run: () => onBack?.() }], {
    isOff: onBack === undefined,
  });
  return (
    <section
      className="pane"
      data-pane
      aria-label={props.label ?? (typeof props.title === 'string' ? props.title : undefined)}
      tabIndex={-1}
    >
      <header className="pane-head">
        {props.onBack !== undefined && (
          <ActionIcon className="pane-back" aria-label={t('common.back')} onClick={props.onBack}>
            <IconArrowLeft size={16} />
          </ActionIcon>
        )}
        <div className="pane-titles">
          <h2 className="pane-title">{props.title}</h2>
          {props.subtitle !== undefined && <div className="pane-subtitle">{props.subtitle}</div>}
        </div>
        {props.toolbar !== undefined && <div className="pane-toolbar">{props.toolbar}</div>}
      </header>
      {props.staleSinceMs !== undefined && <StaleNote sinceMs={props.staleSinceMs} />}
      <div className="pane-body" data-flush={props.isFlush === true}>
        {props.children}
      </div>
      {props.footer !== undefined && <footer className="pane-footer">{props.footer}</footer>}
    </section>
  );
}

function StaleNote(props: { readonly sinceMs: number }) {
  const { t, language } = useTexts();
  const nowMs = useAuthorityNow(10_000);
  if (nowMs - props.sinceMs < STALE_AFTER_MS) return null;
  return (
    <div className="pane-stale">
      {t('facts.time.asOf', {
        time: formatInstant(props.sinceMs, nowMs, language),
        ago: t('facts.time.ago', { duration: formatDuration(nowMs - props.sinceMs, language) }),
      })}
    </div>
  );
}

/** A list with the detail of what is chosen beside it; where it is narrow, one of the two. */
export function Panes(props: {
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** Something is chosen: where it is narrow, the detail is shown. */
  readonly isDetailOpen: boolean;
  /** Share of the list: `narrow` for names, `wide` for rows with facts. */
  readonly listSize?: 'narrow' | 'middle' | 'wide';
}) {
  return (
    <div className="panes">
      <div
        className="panes-inner"
        data-beside
        data-detail={props.isDetailOpen}
        data-list-size={props.listSize ?? 'middle'}
      >
        {props.list}
        {props.detail}
      </div>
    </div>
  );
}

export interface DetailTab {
  readonly id: string;
  readonly words: string;
  /** How many things are in it. */
  readonly count?: number;
  readonly content: () => ReactNode;
}

/** Tabs of a detail; only the chosen one is drawn. */
export function DetailTabs(props: {
  readonly tabs: readonly DetailTab[];
  readonly tab: string | undefined;
  readonly onTab: (id: string) => void;
}) {
  const { tabs, onTab } = props;
  const { t } = useTexts();
  const shown = tabs.find(({ id }) => id === props.tab) ?? tabs[0];
  if (shown === undefined) return null;
  return (
    <Tabs
      className="detail-tabs"
      value={shown.id}
      keepMounted={false}
      onChange={(id) => {
        if (id !== null) onTab(id);
      }}
    >
      <Tabs.List aria-label={t('common.tabs')}>
        {tabs.map(({ id, words, count }) => (
          <Tabs.Tab key={id} value={id}>
            {words}
            {count !== undefined && count > 0 && <span className="tab-count numbers">{count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.id} className="detail-tab-panel">
        {shown.content()}
      </Tabs.Panel>
    </Tabs>
  );
}

/** A part of a detail with its own heading. */
export function Section(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="section" aria-label={props.title}>
      <header className="section-head">
        <h3>{props.title}</h3>
        {props.aside !== undefined && <div className="section-aside">{props.aside}</div>}
      </header>
      {props.children}
    </section>
  );
}
