// The ways on after a child Mission has come to nothing. Nothing of it happens by itself: each is a Command that a person signs.
import { Button } from '@mantine/core';
import type { ChildRowModel, ReplanRow } from '../../../core/contract/children.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Section } from '../../ui/Pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useGroup } from '../../ui/GroupPicker.tsx';
import { ReasonLines } from './ReasonLines.tsx';

export function ReplanPart(props: { readonly child: ChildRowModel; readonly workItemId: string }) {
  const { child, workItemId } = props;
  const { t } = useTexts();
  const group = useGroup();
  const groupId = group?.groupId ?? '';
  const { connectionId } = child;
  const { rows, isComplete } = useLive('children.replan', { connectionId, groupId, workItemId });
  const [replan] = rows;
  if (replan === undefined)
    return isComplete ? <p className="muted">{t('terms.replan.done')}</p> : <Skeleton rows={3} />;
  return (
    <Section title={t('terms.replan.title')} aside={replan.policyWords.text}>
      <ReasonLines lines={replan.reasons} label={t('terms.replan.why')} />
      <ul className="plain-list stack" aria-label={t('terms.replan.options')}>
        {replan.options.map((option, index) => (
          <li key={option.kind} className="card replan-option" data-open={option.isOpen}>
            <Option
              option={option}
              isBest={index === 0 && option.isOpen}
              place={{ connectionId, groupId, workItemId }}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Option(props: {
  readonly option: ReplanRow['options'][number];
  readonly isBest: boolean;
  readonly place: { readonly connectionId: string; readonly groupId: string; readonly workItemId: string };
}) {
  const { option, isBest, place } = props;
  const { t } = useTexts();
  const [first] = option.intents;
  const compose = { words: t('terms.replan.offer'), run: () => go('offer', place) };
  const sign =
    first === undefined
      ? undefined
      : {
          words: first.words.text,
          run: () => openCommandSheet({ connectionId: place.connectionId, intent: first.intent }),
        };
  const steps = [
    ...(option.offer === 'before' ? [compose] : []),
    ...(sign === undefined ? [] : [sign]),
    ...(option.offer === 'after' ? [compose] : []),
  ];
  const [now, ...later] = steps;
  return (
    <>
      <div className="grow">
        <div className="strong">{option.words.text}</div>
        {option.obstacles.map(({ text }) => (
          <div key={text} className="warn">
            {text}
          </div>
        ))}
        {later.length > 0 && (
          <div className="muted">
            {t('terms.replan.afterwards', { steps: later.map(({ words }) => words).join(', ') })}
          </div>
        )}
      </div>
      {now !== undefined && (
        <Button variant={isBest ? 'filled' : 'default'} disabled={!option.isOpen} onClick={now.run}>
          {now.words}…
        </Button>
      )}
    </>
  );
}
