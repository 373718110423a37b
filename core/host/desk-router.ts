// The contract, answered by the running desk. Nothing is decided here: each procedure finds what it is about and hands it on.
import { implement, ORPCError } from '@orpc/server';
import { deskContract } from '../contract/contract.ts';
import type { LivePart, LiveRow } from '../contract/live.ts';
import type { ActResult } from '../coordinator/desk-runtime/outbox-acts.ts';
import { act, fixPanelOf } from '../coordinator/desk-runtime/outbox-acts.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { approvalsSource } from '../coordinator/desk-runtime/rows/approval-rows.ts';
import { artifactDetailSource } from '../coordinator/desk-runtime/rows/artifact-detail.ts';
import { artifactsSource } from '../coordinator/desk-runtime/rows/artifact-rows.ts';
import { attentionSource } from '../coordinator/desk-runtime/rows/attention-rows.ts';
import {
  connectionsSource,
  groupSyncSource,
  statusSource,
} from '../coordinator/desk-runtime/rows/connection-rows.ts';
import { historySource, readEventPage } from '../coordinator/desk-runtime/rows/history-rows.ts';
import { readMessageDrafts } from '../coordinator/desk-runtime/rows/message-draft-rows.ts';
import { missionsSource } from '../coordinator/desk-runtime/rows/mission-rows.ts';
import { fixModel } from '../coordinator/desk-runtime/rows/fix-rows.ts';
import { outboxRow, outboxSource } from '../coordinator/desk-runtime/rows/outbox-rows.ts';
import { overviewSource } from '../coordinator/desk-runtime/rows/overview-rows.ts';
import { composedOfferModel, composeOffer } from '../coordinator/desk-runtime/rows/offer-basis.ts';
import { planSource } from '../coordinator/desk-runtime/rows/plan-rows.ts';
import { rankingSource } from '../coordinator/desk-runtime/rows/ranking-rows.ts';
import { reviewQueueSource, reviewSource } from '../coordinator/desk-runtime/rows/review-rows.ts';
import { sheetModel } from '../coordinator/desk-runtime/rows/sheet-model.ts';
import {
  conversationsSource,
  messagesSource,
  readMessages,
} from '../coordinator/desk-runtime/rows/talk-rows.ts';
import { timelineSource } from '../coordinator/desk-runtime/rows/timeline-rows.ts';
import { workItemSource } from '../coordinator/desk-runtime/rows/work-rows.ts';
import { textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { LocalFaultCode } from '../coordinator/desk-runtime/words/row-words.ts';
import { attentionMarks } from './desk-marks.ts';
import { fetchWhereFiltered, liveFilterProcedures } from './desk-live-filters.ts';
import { draftsSource, intentOf, sheetSource, signModel } from './desk-sheets.ts';
import { peopleProcedures } from './desk-people.ts';
import type { DeskServices } from './desk-services.ts';
import { dataProcedures } from './profile/data-procedures.ts';
import { termProcedures } from './desk-terms.ts';
import { operatorProcedures } from './operator-desk.ts';

/** Every procedure of the contract. */
export function createDeskRouter(services: DeskServices) {
  const {
    desk,
    system,
    connections,
    keys,
    assistant,
    briefs,
    templates,
    demo,
    profile,
    history,
    views,
    verifications,
    search,
    bundles,
    contents,
    notices,
  } = services;
  const os = implement(deskContract);
  const fault = (code: LocalFaultCode) => textsOf(desk.language).fault(code);
  const done = () => ({ ok: true as const, value: {} });

  /** Opens a live query for as long as its window wants it. */
  const live = <Row extends LiveRow, Summary>(
    source: LiveSource<Row, Summary>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LivePart<Row, Summary>, void, void> => {
    const parts = desk.queries.open(source, signal);
    if (parts === undefined) throw new ORPCError('TOO_MANY_REQUESTS');
    return parts;
  };

  const answerAct = (result: ActResult) => {
    if (result.kind === 'sheet') {
      return { ok: true as const, value: { kind: 'sheet' as const, sheet: sheetModel(desk, result.open) } };
    }
    return result.kind === 'done'
      ? { ok: true as const, value: { kind: 'done' as const } }
      : fault(result.kind);
  };

  return os.router({
    system: {
      capabilities: os.system.capabilities.handler(() => system.capabilities()),
      status: os.system.status.handler(({ signal }) =>
        live(
          statusSource(desk, () => system.settings()),
          signal,
        ),
      ),
      settings: os.system.settings.handler(() => system.settings()),
      changeSettings: os.system.changeSettings.handler(({ input }) => system.changeSettings(input)),
      actAs: os.system.actAs.handler(({ input }) => {
        const link = desk.connection(input.connectionId)?.linkOf(input.actor);
        if (link === undefined) return fault('no-identity');
        desk.actingAs = input;
        desk.tell({ kind: 'area', area: 'settings' });
        return done();
      }),
      acknowledge: os.system.acknowledge.handler(({ input }) => {
        desk.queries.acknowledge(input.liveId, input.number);
        return {};
      }),
    },
    attention: {
      follow: os.attention.follow.handler(({ signal }) => live(attentionSource(desk), signal)),
      ...attentionMarks(os.attention, desk),
    },
    notices: {
      follow: os.notices.follow.handler(({ signal }) => live(notices.source(), signal)),
      settings: os.notices.settings.handler(() => notices.choices()),
      save: os.notices.save.handler(({ input }) => notices.save(input.settings, input.isHookAgreed)),
      test: os.notices.test.handler(({ input }) => {
        notices.test(input.channels);
        return done();
      }),
    },
    outbox: {
      follow: os.outbox.follow.handler(({ signal }) => live(outboxSource(desk), signal)),
      read: os.outbox.read.handler(({ input }) => {
        const held = desk.commands.find(input.connectionId, input.actionId);
        const placed = desk.commands.groups().flatMap(({ entries }) => entries);
        const found = placed.find(({ entry }) => entry.actionId === input.actionId);
        if (held === undefined || found === undefined) return fault('no-entry');
        const { stored, command } = held;
        return {
          ok: true,
          value: {
            row: outboxRow(desk, found.entry, found.turn),
            // What was drafted here is JSON.
            draft: command.draft as unknown as Readonly<Record<string, never>>,
            ...(stored?.commandBytes === undefined
              ? {}
              : { signedText: Buffer.from(stored.commandBytes).toString('utf8') }),
            ...(command.defect === undefined
              ? {}
              : {
                  defect: {
                    expected:
                      command.defect.expected === 'accepted'
                        ? 'accepted'
                        : (command.defect.expected?.code ?? ''),
                    actual: command.defect.actual,
                  },
                }),
          },
        };
      }),
      fix: os.outbox.fix.handler(({ input }) => {
        const held = desk.commands.find(input.connectionId, input.actionId);
        const placed = desk.commands.groups().flatMap(({ entries }) => entries);
        const found = placed.find(({ entry }) => entry.actionId === input.actionId);
        const panel = held === undefined ? undefined : fixPanelOf(desk, held);
        if (held === undefined || found === undefined || panel === undefined) return fault('no-entry');
        return { ok: true, value: fixModel(desk, held.connection, found, panel) };
      }),
      act: os.outbox.act.handler(async ({ input }) => {
        const held = desk.commands.find(input.connectionId, input.actionId);
        return held === undefined ? fault('no-entry') : answerAct(await act(desk, held, input.optionId));
      }),
      reorder: os.outbox.reorder.handler(async ({ input }) => {
        const { connectionId, actionId, beforeActionId } = input;
        const held = desk.commands.find(connectionId, actionId);
        if (held === undefined) return fault('no-entry');
        if (held.command.stage !== 'wanted' || held.isBusy) return fault('not-now');
        const before =
          beforeActionId === undefined ? undefined : desk.commands.find(connectionId, beforeActionId);
        await desk.commands.reorder(held, before);
        return done();
      }),
    },
    intents: {
      sheet: os.intents.sheet.handler(({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        const intent = intentOf(input.intent);
        if (intent === undefined) return fault('bad-form');
        fetchWhereFiltered(desk, input.connectionId, intent.groupId);
        return {
          ok: true,
          value: sheetModel(desk, desk.sheets.open(connection, intent, { draftId: input.draftId })),
        };
      }),
      followSheet: os.intents.followSheet.handler(({ input, signal }) =>
        live(sheetSource(desk, input.sheetId), signal),
      ),
      changeSheet: os.intents.changeSheet.handler(({ input }) => {
        const open = desk.sheets.find(input.sheetId);
        const intent = intentOf(input.intent);
        if (open === undefined) return fault('no-sheet');
        if (intent === undefined) return fault('bad-form');
        return { ok: true, value: sheetModel(desk, desk.sheets.change(open, intent)) };
      }),
      chooseSigner: os.intents.chooseSigner.handler(({ input }) => {
        const open = desk.sheets.find(input.sheetId);
        if (open === undefined) return fault('no-sheet');
        return {
          ok: true,
          value: sheetModel(desk, desk.sheets.change(open, { ...open.intent, signer: input.signer })),
        };
      }),
      sign: os.intents.sign.handler(async ({ input }) => {
        const open = desk.sheets.find(input.sheetId);
        if (open === undefined) return fault('no-sheet');
        return signModel(desk, await desk.sheets.sign(open, input.version), fault);
      }),
      closeSheet: os.intents.closeSheet.handler(({ input }) => {
        desk.sheets.close(input.sheetId);
        return {};
      }),
      saveDraft: os.intents.saveDraft.handler(async ({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        const { draftId, savedAtMs } = await desk.sheets.saveDraft(connection, input.draftId, input.intent);
        return { ok: true, value: { draftId, savedAtMs } };
      }),
      removeDraft: os.intents.removeDraft.handler(async ({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        return (await desk.sheets.removeDraft(connection, input.draftId)) ? done() : fault('no-draft');
      }),
      followDrafts: os.intents.followDrafts.handler(({ signal }) => live(draftsSource(desk), signal)),
    },
    missions: {
      follow: os.missions.follow.handler(({ signal }) => live(missionsSource(desk), signal)),
      overview: os.missions.overview.handler(({ input: { connectionId, groupId }, signal }) =>
        live(overviewSource(desk, connectionId, groupId), signal),
      ),
    },
    plan: {
      follow: os.plan.follow.handler(({ input: { connectionId, groupId }, signal }) =>
        live(planSource(desk, connectionId, groupId), signal),
      ),
      timeline: os.plan.timeline.handler(({ input, signal }) =>
        live(timelineSource(desk, input.withEnded), signal),
      ),
      at: os.plan.at.handler(({ input }) => history.planAt(input)),
    },
    work: {
      follow: os.work.follow.handler(({ input: { connectionId, groupId, workItemId }, signal }) =>
        live(workItemSource(desk, connectionId, groupId, workItemId), signal),
      ),
      ranking: os.work.ranking.handler(({ input, signal }) => live(rankingSource(desk, input), signal)),
      composeOffer: os.work.composeOffer.handler(({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        const found = desk.rankings.of(connection, connection.view(), input, desk.ranking);
        const composed = found === undefined ? undefined : composeOffer(found, input);
        return composed === undefined
          ? fault('not-eligible')
          : { ok: true, value: composedOfferModel(composed) };
      }),
    },
    review: {
      queue: os.review.queue.handler(({ signal }) => live(reviewQueueSource(desk), signal)),
      follow: os.review.follow.handler(({ input: { connectionId, groupId, workItemId }, signal }) =>
        live(reviewSource(desk, connectionId, groupId, workItemId), signal),
      ),
    },
    ...termProcedures(os, desk, live),
    approvals: { follow: os.approvals.follow.handler(({ signal }) => live(approvalsSource(desk), signal)) },
    conversations: {
      follow: os.conversations.follow.handler(({ input: { connectionId, groupId }, signal }) =>
        live(conversationsSource(desk, connectionId, groupId), signal),
      ),
      messages: os.conversations.messages.handler(
        ({ input: { connectionId, groupId, conversationId }, signal }) =>
          live(messagesSource(desk, connectionId, groupId, conversationId), signal),
      ),
      page: os.conversations.page.handler(async ({ input }) => {
        const { connectionId, groupId, conversationId, beforeSequence: before, limit } = input;
        if (desk.connection(connectionId) === undefined) return fault('no-connection');
        return {
          ok: true,
          value: await readMessages(desk, connectionId, groupId, conversationId, { before, limit }),
        };
      }),
      ...liveFilterProcedures(os.conversations, desk),
      drafts: os.conversations.drafts.handler(async ({ input: { connectionId, groupId, messageId } }) => {
        const drafts = await readMessageDrafts(desk, connectionId, groupId, messageId);
        return drafts === undefined ? fault('no-row') : { ok: true, value: { drafts: [...drafts] } };
      }),
      markRead: os.conversations.markRead.handler(({ input }) => {
        const key = `${input.connectionId} ${input.groupId}`;
        const readUpTo = new Map(desk.marks.readUpTo);
        readUpTo.set(key, Math.max(readUpTo.get(key) ?? 0, input.throughSequence));
        desk.setMarks({ ...desk.marks, readUpTo });
        return done();
      }),
    },
    ...peopleProcedures(os, desk, live),
    views: {
      list: os.views.list.handler(async () => ({ views: await views.list() })),
      save: os.views.save.handler(async ({ input }) => {
        await views.save(input);
        return done();
      }),
      remove: os.views.remove.handler(async ({ input }) => {
        await views.remove(input);
        return done();
      }),
    },
    history: {
      follow: os.history.follow.handler(({ input: { connectionId, groupId }, signal }) =>
        live(historySource(desk, connectionId, groupId), signal),
      ),
      page: os.history.page.handler(async ({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        const { beforeSequence: before, limit } = input;
        const page = await readEventPage(desk, connection, input.groupId, { before, limit });
        return page === undefined ? fault('no-group') : { ok: true, value: page };
      }),
      window: os.history.window.handler(({ input }) => history.window(input)),
      locate: os.history.locate.handler(({ input }) => history.locate(input)),
      kinds: os.history.kinds.handler(({ input }) => history.kinds(input)),
      refused: os.history.refused.handler(({ input }) => history.refused(input)),
      items: os.history.items.handler(({ input }) => history.items(input)),
      times: os.history.times.handler(({ input }) => history.times(input)),
      followVerification: os.history.followVerification.handler(
        ({ input: { connectionId, groupId }, signal }) =>
          live(verifications.source(connectionId, groupId), signal),
      ),
      verify: os.history.verify.handler(({ input }) => verifications.verify(input)),
      stopVerification: os.history.stopVerification.handler(({ input }) => {
        verifications.stop(input.connectionId, input.groupId);
        return done();
      }),
      stateAt: os.history.stateAt.handler(({ input }) => history.stateAt(input)),
      read: os.history.read.handler(({ input }) => history.read(input)),
    },
    bundles: {
      follow: os.bundles.follow.handler(({ signal }) => live(bundles.source(), signal)),
      open: os.bundles.open.handler(({ input }) => bundles.open(input.path)),
      close: os.bundles.close.handler(({ input }) => bundles.close(input.connectionId)),
      write: os.bundles.write.handler(({ input }) => bundles.write(input)),
      report: os.bundles.report.handler(({ input }) => bundles.report(history, verifications, input)),
    },
    search: {
      find: os.search.find.handler(async ({ input }) => ({ ok: true, value: await search.find(input) })),
      health: os.search.health.handler(async () => ({ connections: await search.health() })),
    },
    artifacts: {
      follow: os.artifacts.follow.handler(({ input, signal }) =>
        live(artifactsSource(desk, input, contents), signal),
      ),
      detail: os.artifacts.detail.handler(({ input, signal }) =>
        live(artifactDetailSource(desk, input, contents), signal),
      ),
      check: os.artifacts.check.handler(({ input }) => contents.check(input)),
      fetch: os.artifacts.fetch.handler(({ input }) => contents.fetch(input)),
      forget: os.artifacts.forget.handler(({ input }) => contents.forget(input)),
      attach: os.artifacts.attach.handler(({ input }) => contents.attach(input)),
      export: os.artifacts.export.handler(({ input }) => contents.export(input)),
      keepBoth: os.artifacts.keepBoth.handler(({ input }) => contents.keepBoth(input)),
      read: os.artifacts.read.handler(({ input }) => contents.read(input)),
    },
    assistant: {
      follow: os.assistant.follow.handler(({ signal }) => live(assistant.source(), signal)),
      stop: os.assistant.stop.handler(() => assistant.stop()),
      resume: os.assistant.resume.handler(() => assistant.resume()),
      settings: os.assistant.settings.handler(() => assistant.settings()),
      saveMatrix: os.assistant.saveMatrix.handler(({ input }) =>
        assistant.saveMatrix(input.matrix, input.isConfirmed),
      ),
      saveWeights: os.assistant.saveWeights.handler(({ input }) => assistant.saveWeights(input)),
      saveModel: os.assistant.saveModel.handler(({ input }) => assistant.saveModel(input.model)),
      saveModelKey: os.assistant.saveModelKey.handler(({ input }) => assistant.saveModelKey(input.key)),
      testModel: os.assistant.testModel.handler(() => assistant.testModel()),
      previewModel: os.assistant.previewModel.handler(({ input }) => assistant.previewModel(input)),
      askModel: os.assistant.askModel.handler(({ input }) => assistant.askModel(input)),
    },
    briefs: {
      templates: os.briefs.templates.handler(async () => ({ templates: [...(await templates.list())] })),
      importTemplate: os.briefs.importTemplate.handler(({ input }) => templates.import(input)),
      removeTemplate: os.briefs.removeTemplate.handler(({ input }) => templates.remove(input.templateId)),
      check: os.briefs.check.handler(({ input }) => briefs.check(input)),
      run: os.briefs.run.handler(({ input }) => briefs.run(input)),
      follow: os.briefs.follow.handler(({ signal }) => live(briefs.source(), signal)),
      answer: os.briefs.answer.handler(({ input }) => briefs.answer(input)),
      pause: os.briefs.pause.handler(({ input }) => briefs.pause(input.runId, input.isPaused)),
    },
    connections: {
      follow: os.connections.follow.handler(({ signal }) => live(connectionsSource(desk), signal)),
      groups: os.connections.groups.handler(({ signal }) => live(groupSyncSource(desk), signal)),
      createLocal: os.connections.createLocal.handler(({ input }) =>
        connections.createLocal(input.name, input.personName),
      ),
      enrolment: os.connections.enrolment.handler(({ input }) => connections.enrolment(input)),
      add: os.connections.add.handler(({ input }) => {
        const { name, origin, organizationId, certificate, certificateFile, keyIds, personName } = input;
        return connections.add({
          name,
          origin,
          organizationId,
          certificate,
          certificateFile,
          keyIds,
          personName,
        });
      }),
      remove: os.connections.remove.handler(({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        if (desk.commands.isUnderWay(connection)) return fault('commands-under-way');
        return connections.remove(input.connectionId, input.forget);
      }),
      workOffline: os.connections.workOffline.handler(({ input }) =>
        connections.workOffline(input.connectionId, input.isOffline),
      ),
      retry: os.connections.retry.handler(({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        for (const link of connection.links) link.retry();
        return done();
      }),
      reclaim: os.connections.reclaim.handler(({ input }) => {
        const connection = desk.connection(input.connectionId);
        if (connection === undefined) return fault('no-connection');
        for (const link of connection.links) if (link.status === 'replaced') link.reclaim();
        return done();
      }),
    },
    operator: operatorProcedures(os.operator, services.operator, live),
    keys: {
      follow: os.keys.follow.handler(({ signal }) => live(keys.source(), signal)),
      create: os.keys.create.handler(({ input }) => keys.create(input.principal, input.keyId)),
      importFile: os.keys.importFile.handler(({ input }) => keys.importFile(input.path, input.principal)),
      rotate: os.keys.rotate.handler(({ input }) => keys.rotate(input.keyId)),
      takeOver: os.keys.takeOver.handler(({ input }) => connections.signWith(input.keyId)),
      removalEffects: os.keys.removalEffects.handler(({ input }) => keys.removalEffects(input.keyId)),
      remove: os.keys.remove.handler(({ input }) => keys.remove(input.keyId)),
      lock: os.keys.lock.handler(() => keys.lock()),
      unlock: os.keys.unlock.handler(({ input }) => keys.unlock(input.passphrase)),
      backUp: os.keys.backUp.handler(({ input }) => keys.backUp(input.passphrase, input.keyIds, input.path)),
      testBackup: os.keys.testBackup.handler(({ input }) => keys.testBackup(input.path, input.passphrase)),
      restore: os.keys.restore.handler(({ input }) => keys.restore(input.path, input.passphrase)),
    },
    ...dataProcedures(os, desk, profile, live),
    demo: {
      follow: os.demo.follow.handler(({ signal }) => live(demo.source(), signal)),
      start: os.demo.start.handler(() => demo.start()),
      reset: os.demo.reset.handler(() => demo.reset()),
      stop: os.demo.stop.handler(() => demo.stop()),
      fire: os.demo.fire.handler(({ input }) => demo.fire(input.scenario)),
    },
  });
}

export type DeskRouter = ReturnType<typeof createDeskRouter>;
