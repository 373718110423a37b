// An Agent of this computer was replaced: since when, by whom, and what it held. Nothing of that can be sent under a term that is over;
// it can be handed on.
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../i18n/i18n.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Instant } from '../../ui/Instant.tsx';
import { handoverText, type TakeoverPlace, type TakeoverSection } from './takeover-model.ts';

export function StaleNote(props: {
  readonly place: TakeoverPlace;
  readonly stale: TakeoverSection<'stale'>;
  readonly conversationId?: string | undefined;
}) {
  const { place, stale, conversationId } = props;
  const { former, successor, coordinatorEpoch, atMs, left } = stale;
  const { t } = useTexts();
  const text = (): string => handoverText(stale, t('terms.stale.intro'));
  return (
    <section className="stale-note" aria-label={t('terms.stale.title')}>
      <p className="strong">
        <IconAlertTriangle size={16} aria-hidden />{' '}
        {t('terms.stale.replaced', {
          former: former.name,
          successor: successor.name,
          epoch: coordinatorEpoch,
        })}{' '}
        <Instant atMs={atMs} isFocusable />
      </p>
      <p>{t('terms.stale.left', { count: left.length })}</p>
      {left.length > 0 && (
        <>
          <ul className="reassign-lines">
            {left.map(({ id, words, title, stateWords }) => (
              <li key={id}>
                {words.text}
                {title !== '' && ` · ${title}`} <span className="muted">({stateWords.text})</span>
              </li>
            ))}
          </ul>
          <div className="line">
            {conversationId !== undefined && (
              <Button
                variant="default"
                onClick={() =>
                  openCommandSheet({
                    connectionId: place.connectionId,
                    intent: {
                      kind: 'message.post',
                      groupId: place.groupId,
                      form: { conversationId, content: [{ type: 'text', text: text() }] },
                    },
                  })
                }
              >
                {t('terms.stale.message')}
              </Button>
            )}
            <Button variant="default" onClick={() => saveText(`${text()}\n`, 'handover.md')}>
              {t('terms.stale.export')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
