// The wizard for a new Mission or a follow-up: six steps that can be walked in any order; every change is kept as a draft.
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionRow } from '../../../core/contract/connections.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { drop } from '../../ui/drop.ts';
import { Pane } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { CreateStep, FaultTexts } from './CreateStep.tsx';
import {
  draftOfRough,
  EMPTY_DRAFT,
  faultsOf,
  intentOf,
  type MissionDraft,
  roughOf,
  type Step,
  STEPS,
} from './mission-draft.ts';
import './missions.css';

const DRAFT_MARK = 'draft:';
const FOLLOW_MARK = 'follow:';

/** `start`: `new`, `draft:<id>`, or `follow:<missionId>`. */
export function CreateMission(props: { readonly start: string }) {
  const { start } = props;
  const drafts = useLive('intents.followDrafts');
  const draftId = start.startsWith(DRAFT_MARK) ? start.slice(DRAFT_MARK.length) : undefined;
  if (draftId !== undefined && !drafts.isComplete) return <Skeleton />;
  const saved = drafts.rows.find((row) => row.draftId === draftId);
  const first: MissionDraft =
    saved !== undefined
      ? { ...draftOfRough(saved.intent), connectionId: saved.connectionId }
      : start.startsWith(FOLLOW_MARK)
        ? { ...EMPTY_DRAFT, followUpToMissionId: start.slice(FOLLOW_MARK.length) }
        : EMPTY_DRAFT;
  return <Wizard first={first} {...(saved === undefined ? {} : { draftId: saved.draftId })} />;
}

function Wizard(props: { readonly first: MissionDraft; readonly draftId?: string }) {
  const { t } = useTexts();
  const desk = useDesk();
  const nowMs = useAuthorityNow(60_000);
  const connections = useLive('connections.follow').rows;
  const [typed, setDraft] = useState(props.first);
  const [step, setStep] = useState<Step>('goal');
  const [hasTried, setHasTried] = useState(false);
  const draft = withNaturalChoices(typed, connections);
  const saving = useSavedDraft(draft, typed !== props.first, props.draftId);

  const index = STEPS.indexOf(step);
  const faults = faultsOf(draft, step, nowMs);
  const next = STEPS[index + 1];
  const previous = STEPS[index - 1];
  const isReady = faultsOf(draft, 'check', nowMs).length === 0;
  const isOnline =
    connections.find(({ connectionId }) => connectionId === draft.connectionId)?.status === 'online';
  const move = (to: Step): void => {
    setHasTried(false);
    setStep(to);
  };
  const sign = (): void => {
    setHasTried(true);
    if (!isReady) return;
    openCommandSheet({
      connectionId: draft.connectionId,
      intent: intentOf(draft),
      ...(saving.draftId === undefined ? {} : { draftId: saving.draftId }),
      // What cannot go out yet is seen in the outbox alone.
      onKept: () => go(isOnline ? 'missions' : 'outbox', {}),
    });
  };
  const discard = async (): Promise<void> => {
    if (saving.draftId !== undefined) {
      await desk.intents.removeDraft({ connectionId: draft.connectionId, draftId: saving.draftId });
    }
    go('missions', {});
  };
  useShortcuts([
    {
      id: 'sign',
      words: next === undefined ? t('missions.wizard.sign') : t('missions.wizard.next'),
      isInText: true,
      run: () => (next === undefined ? sign() : move(next)),
    },
    { id: 'close', words: t('frame.shortcuts.closeThing'), run: () => go('missions', {}) },
  ]);

  return (
    <Pane
      title={t(
        draft.followUpToMissionId === undefined ? 'missions.wizard.title' : 'missions.wizard.followUpTitle',
      )}
      subtitle={t('missions.wizard.step', { number: index + 1, count: STEPS.length })}
      toolbar={
        <>
          <span className="muted" role="status">
            {saving.words === undefined ? '' : t(`missions.wizard.${saving.words}`)}
          </span>
          <Button variant="subtle" color="gray" onClick={() => drop(discard)}>
            {t('missions.wizard.discard')}
          </Button>
        </>
      }
    >
      <div className="wizard">
        <ol className="wizard-steps">
          {STEPS.map((each, number) => {
            const isDone = each !== 'check' && faultsOf(draft, each, nowMs).length === 0;
            return (
              <li key={each}>
                <button
                  type="button"
                  className="wizard-step"
                  data-is-done={isDone}
                  {...(each === step ? { 'aria-current': 'step' as const } : {})}
                  onClick={() => move(each)}
                >
                  <span className="wizard-step-sign" aria-hidden>
                    {isDone ? <IconCheck size={13} /> : number + 1}
                  </span>
                  {t(`missions.wizard.steps.${each}`)}
                </button>
              </li>
            );
          })}
        </ol>
        <div className="wizard-body">
          <CreateStep step={step} draft={draft} onChange={setDraft} nowMs={nowMs} />
          {hasTried && faults.length > 0 && <FaultTexts faults={faults} />}
          {saving.fault !== undefined && <FaultNote fault={saving.fault} />}
          {saving.isLost && <LostNote />}
          <div className="wizard-foot">
            {previous !== undefined && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconArrowLeft size={14} />}
                onClick={() => move(previous)}
              >
                {t('missions.wizard.previous')}
              </Button>
            )}
            {next === undefined ? (
              <Button size="sm" onClick={sign}>
                {t('missions.wizard.sign')}
              </Button>
            ) : (
              <Button
                size="sm"
                rightSection={<IconArrowRight size={14} />}
                onClick={() => {
                  if (faults.length === 0 || hasTried) move(next);
                  else setHasTried(true);
                }}
              >
                {t('missions.wizard.next')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Pane>
  );
}

/** The first connection, and the only Coordinator Agent of this computer there: they are shown and can be changed. */
function withNaturalChoices(draft: MissionDraft, connections: readonly ConnectionRow[]): MissionDraft {
  const connectionId = draft.connectionId === '' ? (connections[0]?.connectionId ?? '') : draft.connectionId;
  const agents =
    connections
      .find((row) => row.connectionId === connectionId)
      ?.identities.filter(({ person }) => person.type === 'agent') ?? [];
  const [agent] = agents.length === 1 ? agents : [];
  return {
    ...draft,
    connectionId,
    coordinatorAgentId: draft.coordinatorAgentId === '' ? (agent?.person.id ?? '') : draft.coordinatorAgentId,
  };
}

const SAVE_PAUSE_MS = 600;

/** Keeps a draft at the host after each pause in typing. */
function useSavedDraft(draft: MissionDraft, isTouched: boolean, firstId: string | undefined) {
  const desk = useDesk();
  const request = useRequest(desk.intents.saveDraft);
  const draftId = useRef(firstId);
  const [savedText, setSavedText] = useState<string>();
  const run = useRef(request.run);
  useEffect(() => {
    run.current = request.run;
  });
  const text = JSON.stringify(draft);
  useEffect(() => {
    const current = JSON.parse(text) as MissionDraft;
    if (!isTouched || current.connectionId === '') return undefined;
    const save = async (): Promise<void> => {
      const saved = await run.current({
        connectionId: current.connectionId,
        intent: roughOf(current),
        ...(draftId.current === undefined ? {} : { draftId: draftId.current }),
      });
      if (saved === undefined) return;
      draftId.current = saved.draftId;
      setSavedText(text);
    };
    const timer = setTimeout(() => drop(save), SAVE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isTouched]);
  const isFaulty = request.fault !== undefined || request.isLost;
  const words: 'notSaved' | 'saved' | 'saving' | undefined = !isTouched
    ? undefined
    : isFaulty
      ? 'notSaved'
      : savedText === text
        ? 'saved'
        : 'saving';
  return {
    get draftId() {
      return draftId.current;
    },
    words,
    fault: request.fault,
    isLost: request.isLost,
  };
}
