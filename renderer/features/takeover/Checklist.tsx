// The five steps of a successor (CRD-005): what was left is read, the log is checked, every item is decided, and then the next
// package and a word to the Group. Only then is anything new assigned.
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Section } from '../../ui/Pane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import {
  hrefOfCause,
  keepProgress,
  type Progress,
  readProgress,
  type TakeoverModel,
  type TakeoverPlace,
  undecided,
} from './takeover-model.ts';

export function Checklist(props: {
  readonly place: TakeoverPlace;
  readonly model: TakeoverModel;
  readonly onPackage: () => void;
}) {
  const { place, model, onPackage } = props;
  const { header, log, items } = model;
  const { t } = useTexts();
  const epoch = header.coordinatorEpoch;
  const [progress, setProgress] = useState(() => readProgress(localStorage, place, epoch));
  const change = (changes: Partial<Progress>): void => {
    const next = { ...progress, ...changes };
    keepProgress(localStorage, place, epoch, next);
    setProgress(next);
  };
  const open = undecided(items, progress);
  const leads = header.standing === 'coordinator' || header.standing === 'owner-and-coordinator';
  const canStart = leads && progress.isRead && progress.isVerified && open.length === 0;
  const newest = model.package.versions.at(-1);
  return (
    <ol className="reassign-steps">
      <li>
        <Section title={t('terms.checklist.package')}>
          <p>
            {newest === undefined
              ? t('terms.package.none')
              : t('terms.checklist.newest', { version: newest.version, count: model.package.uncovered })}
          </p>
          <div className="line">
            <Button variant="default" onClick={onPackage}>
              {t('terms.checklist.read')}
            </Button>
            <a href={hrefOf('history', place)}>{t('terms.package.readEvents')}</a>
          </div>
          <Checkbox
            label={t('terms.checklist.isRead')}
            checked={progress.isRead}
            onChange={(event) => change({ isRead: event.currentTarget.checked })}
          />
        </Section>
      </li>
      <li>
        <Section title={t('terms.checklist.log')}>
          <p className={log.isComplete ? '' : 'warn'}>{log.words.text}</p>
          <a href={hrefOf('history', place)}>{t('terms.checklist.verify')}</a>
          <Checkbox
            label={t('terms.checklist.isVerified')}
            checked={progress.isVerified}
            onChange={(event) => change({ isVerified: event.currentTarget.checked })}
          />
        </Section>
      </li>
      <li>
        <Section
          title={t('terms.checklist.items')}
          aside={t('terms.checklist.counts', { count: items.length, open: open.length })}
        >
          <Items
            place={place}
            items={items}
            decided={progress.decided}
            onDecided={(decided) => change({ decided })}
          />
        </Section>
      </li>
      <li>
        <Section title={t('terms.checklist.publish')}>
          <div className="line">
            <Button variant="default" onClick={onPackage}>
              {t('terms.checklist.writePackage')}
            </Button>
            {header.conversationId !== undefined && (
              <Button
                variant="default"
                onClick={() =>
                  openGreeting(place, header.conversationId ?? '', t('terms.checklist.greeting'))
                }
              >
                {t('terms.checklist.tell')}
              </Button>
            )}
          </div>
        </Section>
      </li>
      <li>
        <Section title={t('terms.checklist.start')}>
          {!leads && <p className="warn">{t('terms.checklist.notYet')}</p>}
          {leads && !canStart && (
            <p className="warn" role="status">
              {t('terms.checklist.first', { count: open.length })}
            </p>
          )}
          <div>
            <Button disabled={!canStart} onClick={() => go('plan', place)} data-testid="takeover-start">
              {t('terms.checklist.toPlan')}
            </Button>
          </div>
        </Section>
      </li>
    </ol>
  );
}

function openGreeting({ connectionId, groupId }: TakeoverPlace, conversationId: string, text: string): void {
  openCommandSheet({
    connectionId,
    intent: {
      kind: 'message.post',
      groupId,
      form: { conversationId, content: [{ type: 'text', text }], announcement: true },
    },
  });
}

function Items(props: {
  readonly place: TakeoverPlace;
  readonly items: TakeoverModel['items'];
  readonly decided: readonly string[];
  readonly onDecided: (decided: readonly string[]) => void;
}) {
  const { place, items, decided, onDecided } = props;
  const { t } = useTexts();
  if (items.length === 0) return <p className="muted">{t('terms.checklist.noItems')}</p>;
  return (
    <ul className="plain-list takeover-items">
      {items.map((item) => {
        const { workItemId, title, mustDecide, endsAtMs } = item;
        const isDecided = decided.includes(workItemId);
        return (
          <li key={workItemId} data-open={mustDecide && !isDecided}>
            {mustDecide ? (
              <Checkbox
                aria-label={t('terms.checklist.decided', { title })}
                checked={isDecided}
                onChange={(event) =>
                  onDecided(
                    event.currentTarget.checked
                      ? [...decided, workItemId]
                      : decided.filter((each) => each !== workItemId),
                  )
                }
              />
            ) : (
              <span aria-hidden />
            )}
            <a href={hrefOfCause(place, item)}>{title}</a>
            <StateWord state={item.state} words={item.stateWords} />
            <span className={mustDecide ? 'warn' : 'muted'}>{item.words.text}</span>
            <span>
              {endsAtMs !== undefined && <Countdown endsAtMs={endsAtMs} />}
              {item.questions > 0 && (
                <span className="warn"> {t('terms.checklist.questions', { count: item.questions })}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
