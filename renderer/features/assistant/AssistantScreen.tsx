// The assistant: what it proposes and why it does not do it alone, what only a person can decide, what it has done alone, and the one
// key that stops it.
import { Button } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import type { AssistantRow } from '../../../core/contract/assistant.ts';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { ActCard, ProposalCard, QuestionCard } from './AssistantCards.tsx';
import { StopPart } from './StopPart.tsx';
import './assistant.css';

type Kind<Type extends AssistantRow['type']> = Extract<AssistantRow, { type: Type }>;

export function AssistantScreen() {
  const { t } = useTexts();
  const { rows, summary, isComplete } = useLive('assistant.follow');
  const [mission, setMission] = useRouteValue('mission');
  const missions = [...new Map(rows.map(({ groupId, missionTitle }) => [groupId, missionTitle]))];
  const shown = rows.filter(({ groupId }) => mission === undefined || groupId === mission);
  const of = <Type extends AssistantRow['type']>(type: Type): Kind<Type>[] =>
    shown.filter((row): row is Kind<Type> => row.type === type);
  const [questions, proposals, acts] = [of('question'), of('proposal'), of('act')];
  return (
    <Pane
      title={t('assistant.title')}
      subtitle={
        summary === undefined
          ? undefined
          : t(summary.rules === 0 ? 'assistant.onlyProposes' : 'assistant.signsAlone', {
              count: summary.rules,
            })
      }
      toolbar={
        <Button variant="default" onClick={() => go('settings', { section: 'assistant' })}>
          {t('assistant.toSettings')}
        </Button>
      }
    >
      {!isComplete ? (
        <Skeleton />
      ) : (
        <div className="assistant">
          <StopPart />
          {(summary?.faults ?? []).map((fault) => (
            <p key={fault.key} className="bad" role="alert">
              {fault.text}
            </p>
          ))}
          {missions.length > 1 && (
            <div className="line" role="group" aria-label={t('assistant.missions')}>
              <Button
                size="compact-xs"
                variant={mission === undefined ? 'filled' : 'default'}
                aria-pressed={mission === undefined}
                onClick={() => setMission(undefined)}
              >
                {t('assistant.allMissions')}
              </Button>
              {missions.map(([groupId, title]) => (
                <Button
                  key={groupId}
                  size="compact-xs"
                  variant={mission === groupId ? 'filled' : 'default'}
                  aria-pressed={mission === groupId}
                  onClick={() => setMission(groupId)}
                >
                  {title}
                </Button>
              ))}
            </div>
          )}
          {questions.length + proposals.length + acts.length === 0 && (
            <EmptyState
              icon={<IconRobot size={24} stroke={1.5} />}
              title={t('assistant.empty.title')}
              body={t('assistant.empty.body')}
              action={
                <Button variant="default" onClick={() => go('missions', {})}>
                  {t('assistant.empty.action')}
                </Button>
              }
            />
          )}
          {questions.length > 0 && (
            <Section title={t('assistant.questions', { count: questions.length })}>
              <ul className="assistant-cards">
                {questions.map((row) => (
                  <QuestionCard key={row.id} row={row} />
                ))}
              </ul>
            </Section>
          )}
          {proposals.length > 0 && (
            <Section title={t('assistant.proposals', { count: proposals.length })}>
              <ul className="assistant-cards">
                {proposals.map((row) => (
                  <ProposalCard key={row.id} row={row} />
                ))}
              </ul>
            </Section>
          )}
          {acts.length > 0 && (
            <Section title={t('assistant.acts', { count: acts.length })}>
              <ul className="assistant-cards">
                {acts.map((row) => (
                  <ActCard key={row.id} row={row} />
                ))}
              </ul>
            </Section>
          )}
        </div>
      )}
    </Pane>
  );
}
