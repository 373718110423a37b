// A text that leads to what it rests on: the one Event, a choice of several, or the Agent that has said it.
import { Menu } from '@mantine/core';
import type { FigureModel, ReasonSource } from '../../../core/contract/reasons.ts';
import { goTo, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import './assistant.css';

/** Where a source is shown; undefined where it is in no log and no list. */
export function hrefOfSource(connectionId: string, source: ReasonSource): string | undefined {
  const { groupId, sequence, agentId } = source;
  if (groupId !== undefined && sequence !== undefined) {
    const event = { connectionId, groupId, sequence: String(sequence) };
    return hrefOf('history', event);
  }
  return agentId === undefined ? undefined : hrefOf('agents', { agent: agentId });
}

export function FigureLink(props: { readonly connectionId: string; readonly figure: FigureModel }) {
  const { connectionId, figure } = props;
  const { sources, more, words } = figure;
  const { t } = useTexts();
  const places = sources.flatMap((source) => {
    const href = hrefOfSource(connectionId, source);
    return href === undefined ? [] : [{ href, text: source.words.text }];
  });
  const [first] = places;
  if (first === undefined) return <span className="numbers">{words.text}</span>;
  if (places.length === 1 && more === 0) {
    return (
      <a
        className="figure-link numbers"
        href={first.href}
        aria-label={`${words.text}: ${t('assistant.source.open', { name: first.text })}`}
      >
        {words.text}
      </a>
    );
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className="figure-link numbers"
          aria-label={`${words.text}: ${t('assistant.source.choose', { count: places.length + more })}`}
        >
          {words.text}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('assistant.source.title')}</Menu.Label>
        {places.toReversed().map(({ href, text }) => (
          <Menu.Item key={href + text} onClick={() => goTo(href)}>
            {text}
          </Menu.Item>
        ))}
        {more > 0 && <Menu.Label>{t('assistant.source.more', { count: more })}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The sources of a reason, one small link after another. */
export function SourceLinks(props: {
  readonly connectionId: string;
  readonly sources: readonly ReasonSource[];
  readonly more: number;
}) {
  const { connectionId, sources, more } = props;
  const { t } = useTexts();
  if (sources.length === 0) return null;
  return (
    <span className="source-links">
      {sources.slice(-MAX_SHOWN).map((source) => {
        const href = hrefOfSource(connectionId, source);
        const { text, key } = source.words;
        const id = `${key} ${text} ${source.agentId ?? ''}`;
        return href === undefined ? (
          <span key={id}>{text}</span>
        ) : (
          <a key={id} className="figure-link" href={href}>
            {text}
          </a>
        );
      })}
      {more + sources.length > MAX_SHOWN && (
        <span>{t('assistant.source.further', { count: more + sources.length - MAX_SHOWN })}</span>
      )}
    </span>
  );
}

const MAX_SHOWN = 3;
