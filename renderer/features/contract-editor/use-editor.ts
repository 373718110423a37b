// The state of the editor: the form, its draft with the host, and what the rules say about it.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommandSheetModel } from '../../../core/contract/intents.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { runInBackground } from '../review/background.ts';
import { type ContractForm, contractOfForm } from './contract-form.ts';
import { contractGaps } from './contract-gaps.ts';
import { newWorkIntent, type EditorSubject, kindOf, roughIntentOf } from './editor-subject.ts';

/** Long enough not to save every letter, short enough to lose at most a word. */
const SAVE_AFTER_MS = 600;

export interface DraftState {
  readonly draftId: string | undefined;
  readonly savedAtMs: number | undefined;
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  readonly save: () => void;
}

/** Saves each change after a moment. The draft keeps its id over all of them. */
export function useAutosave(
  subject: EditorSubject,
  form: ContractForm,
  draftId: string | undefined,
): DraftState {
  const desk = useDesk();
  const saving = useRequest(desk.intents.saveDraft);
  const [saved, setSaved] = useState<{ readonly draftId: string; readonly savedAtMs: number }>();
  const text = JSON.stringify(contractOfForm(form));
  const lastSaved = useRef(text);
  const current = useRef(draftId);
  const save = async (): Promise<void> => {
    lastSaved.current = text;
    const answer = await saving.run({
      connectionId: subject.connectionId,
      ...(current.current === undefined ? {} : { draftId: current.current }),
      intent: roughIntentOf(subject, form),
    });
    if (answer === undefined) return;
    current.current = answer.draftId;
    setSaved(answer);
  };
  const saveLatest = useEffectEvent(() => runInBackground(save()));
  useEffect(() => {
    if (text === lastSaved.current) return undefined;
    const timer = setTimeout(() => saveLatest(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    draftId: saved?.draftId ?? draftId,
    savedAtMs: saved?.savedAtMs,
    isSaving: saving.isRunning,
    hasFailed: saving.fault !== undefined || saving.isLost,
    save: () => runInBackground(save()),
  };
}

export interface RulesVerdict {
  readonly state: 'waiting' | 'running' | 'judged';
  readonly sheet: CommandSheetModel | undefined;
}

const JUDGE_AFTER_MS = 400;

/**
 * What the host's rules say, once everything is filled in: they judge a sheet of their own, which is closed with the editor.
 * Nothing of it is ever signed; signing opens another one.
 */
export function useRules(subject: EditorSubject, form: ContractForm): RulesVerdict {
  const desk = useDesk();
  const isJudgeable = kindOf(subject.purpose) !== 'work.offer' && contractGaps(form).length === 0;
  const text = JSON.stringify(contractOfForm(form));
  const [judged, setJudged] = useState<{ readonly text: string; readonly sheet: CommandSheetModel }>();
  const sheetId = useRef<string | undefined>(undefined);
  const ask = async (asked: string): Promise<void> => {
    const intent = newWorkIntent(subject, form);
    const open = sheetId.current;
    const answer =
      open === undefined
        ? await desk.intents.sheet({ connectionId: subject.connectionId, intent })
        : await desk.intents.changeSheet({ sheetId: open, intent });
    if (!answer.ok) {
      // A sheet that the host has forgotten is opened anew with the next change.
      sheetId.current = undefined;
      return;
    }
    sheetId.current = answer.value.sheetId;
    setJudged({ text: asked, sheet: answer.value });
  };
  const askLatest = useEffectEvent((asked: string) => runInBackground(ask(asked)));
  useEffect(() => {
    if (!isJudgeable) return undefined;
    const timer = setTimeout(() => askLatest(text), JUDGE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isJudgeable, text]);
  useEffect(
    () => () => {
      if (sheetId.current !== undefined)
        runInBackground(desk.intents.closeSheet({ sheetId: sheetId.current }));
    },
    [desk],
  );
  if (!isJudgeable) return { state: 'waiting', sheet: undefined };
  return judged?.text === text
    ? { state: 'judged', sheet: judged.sheet }
    : { state: 'running', sheet: judged?.sheet };
}
