// What a person says about rows of the attention list.
import type { implement } from '@orpc/server';
import type { deskContract } from '../contract/contract.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { AttentionRow } from '../coordinator/desk/attention/group-rows.ts';
import { snoozeRow } from '../coordinator/desk/attention/marks.ts';
import type { AttentionRuleName } from '../coordinator/desk/attention/rules.ts';
import { ATTENTION_RULES } from '../coordinator/desk/attention/rules.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';

type Attention = ReturnType<typeof implement<typeof deskContract>>['attention'];

export function attentionMarks(os: Attention, desk: DeskRuntime) {
  const done = { ok: true as const, value: {} };
  const noRow = () => textsOf(desk.language).fault('no-row');
  const find = (rowId: string): AttentionRow | undefined => {
    const { now, decide, watch } = desk.attend();
    return [...now, ...decide, ...watch].find(({ key }) => key === rowId);
  };
  return {
    snooze: os.snooze.handler(({ input: { rowId, until, reason } }) => {
      const row = find(rowId);
      if (row === undefined) return noRow();
      const snooze = snoozeRow(row, until === 'change' ? undefined : until, reason);
      desk.setMarks({ ...desk.marks, snoozes: new Map(desk.marks.snoozes).set(rowId, snooze) });
      return done;
    }),
    mute: os.mute.handler(({ input: { rule, connectionId, groupId, isMuted } }) => {
      if (!Object.hasOwn(ATTENTION_RULES, rule)) return noRow();
      const others = desk.marks.mutes.filter(
        (each) => each.rule !== rule || each.connectionId !== connectionId || each.groupId !== groupId,
      );
      // The table has just been asked for the name.
      const mute = { rule: rule as AttentionRuleName, connectionId, groupId };
      desk.setMarks({ ...desk.marks, mutes: isMuted ? [...others, mute] : others });
      return done;
    }),
    markSeen: os.markSeen.handler(({ input: { rowId } }) => {
      if (find(rowId) === undefined) return noRow();
      desk.setMarks({ ...desk.marks, seen: new Set(desk.marks.seen).add(rowId) });
      return done;
    }),
    showHidden: os.showHidden.handler(() => {
      desk.setMarks({ ...desk.marks, snoozes: new Map(), mutes: [] });
      return done;
    }),
  };
}
