// Command sheets of the sample desk: made for any wish, signed after a moment, refused or asked again on request.
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { CommandSheetModel, SheetRow, SignerChoiceModel } from '../../core/contract/intents.ts';
import type { ContractActor } from '../../core/contract/values.ts';
import { MockRows } from './mock-live.ts';
import {
  ADA,
  address,
  ASSISTANT,
  AUTH,
  item,
  ITEM_TITLES,
  type SampleContext,
  TITLES,
} from './sample-world.ts';

const HUMAN_KINDS = [
  'mission.create',
  'mission.create_follow_up',
  'mission.approve',
  'mission.request_changes',
  'mission.cancel',
  'mission.assign_coordinator',
  'approval.grant_execution',
  'policy.grant_cooperation_override',
];

export class MockSheets {
  readonly #sheets = new Map<string, MockRows<SheetRow, Record<string, never>>>();
  #count = 0;

  open(context: SampleContext, connectionId: string, intent: ContractIntent): CommandSheetModel {
    this.#count += 1;
    const sheet = makeSheet(context, connectionId, intent, `sheet-${this.#count}`);
    this.#sheets.set(sheet.sheetId, new MockRows([rowOf(sheet)], {}));
    return sheet;
  }

  rows(sheetId: string): MockRows<SheetRow, Record<string, never>> {
    return this.#sheets.get(sheetId) ?? new MockRows<SheetRow, Record<string, never>>([], {});
  }

  read(sheetId: string): CommandSheetModel | undefined {
    return this.#sheets.get(sheetId)?.rows[0]?.sheet;
  }

  change(context: SampleContext, sheetId: string, intent: ContractIntent): CommandSheetModel | undefined {
    const old = this.read(sheetId);
    if (old === undefined) return undefined;
    const made = makeSheet(context, old.connectionId, intent, sheetId);
    return this.#show({ ...made, actionId: old.actionId, version: old.version + 1 });
  }

  chooseSigner(sheetId: string, choice: ContractActor): CommandSheetModel | undefined {
    const old = this.read(sheetId);
    const chosen = old?.signers.find(({ person }) => person.id === choice.id);
    if (old === undefined || chosen === undefined) return undefined;
    const { refusal: _gone, ...rest } = old;
    return this.#show({
      ...rest,
      version: old.version + 1,
      signer: chosen,
      signers: [chosen, ...old.signers.filter((each) => each !== chosen)],
      ...(chosen.refusal === undefined ? {} : { refusal: chosen.refusal }),
      obstacles: [],
      button: chosen.refusal === undefined ? 'sign-and-send' : 'disabled',
    });
  }

  /** As when somebody changed the object while the sheet was open. */
  disturb(context: SampleContext, sheetId: string): CommandSheetModel | undefined {
    const old = this.read(sheetId);
    if (old === undefined) return undefined;
    const { say } = context;
    return this.#show({
      ...old,
      version: old.version + 1,
      expectedRevision: (old.expectedRevision ?? 14) + 1,
      checks: [
        ...old.checks,
        {
          id: 'deadline-moved',
          status: 'warning',
          words: say('the deadline was moved to 16:00', 'die Frist wurde auf 16:00 verlegt'),
        },
      ],
    });
  }

  close(sheetId: string): void {
    this.#sheets.delete(sheetId);
  }

  #show(sheet: CommandSheetModel): CommandSheetModel {
    this.#sheets.get(sheet.sheetId)?.put(rowOf(sheet));
    return sheet;
  }
}

function rowOf(sheet: CommandSheetModel): SheetRow {
  return { id: 'sheet', sort: '0', sheet };
}

function signer(
  person: SignerChoiceModel['person'],
  more: Partial<SignerChoiceModel> = {},
): SignerChoiceModel {
  return { person, role: 'coordinator', epochs: { membership: 3 }, key: 'usable', path: 'open', ...more };
}

function makeSheet(
  context: SampleContext,
  connectionId: string,
  intent: ContractIntent,
  sheetId: string,
): CommandSheetModel {
  const { say, nowMs } = context;
  const isHuman = HUMAN_KINDS.includes(intent.kind);
  const ada = signer(ADA, { role: 'owner' });
  const assistant = signer(ASSISTANT, { epochs: { session: 7, membership: 3, coordinator: 2 } });
  const refused = {
    code: 'AUTH_FORBIDDEN',
    words: say('Only the Coordinator may do this.', 'Das darf nur der Coordinator.'),
  };
  const signers = isHuman ? [ada] : [assistant, { ...ada, refusal: refused }];
  const workItemId = 'workItemId' in intent.form ? intent.form.workItemId : undefined;
  const title =
    workItemId === undefined ? TITLES[intent.groupId ?? AUTH] : (ITEM_TITLES[workItemId] ?? workItemId);
  const object =
    workItemId === undefined
      ? address('mission', 'urn:acme:mission:auth', intent.groupId ?? AUTH, connectionId)
      : address('workItem', workItemId, intent.groupId ?? AUTH, connectionId);
  const words = say(KIND_WORDS[intent.kind]?.[0] ?? intent.kind, KIND_WORDS[intent.kind]?.[1] ?? intent.kind);
  return {
    sheetId,
    version: 1,
    connectionId,
    groupId: intent.groupId ?? AUTH,
    intent,
    actionId: `urn:acme:action:01J9${sheetId.toUpperCase()}-a91f03`,
    words,
    object,
    ...(title === undefined ? {} : { title }),
    ...(signers[0] === undefined ? {} : { signer: signers[0] }),
    signers,
    changes: intent.kind.startsWith('message.')
      ? []
      : [
          {
            object,
            title: title ?? item('service'),
            changes: [
              { fact: 'state', words: say('state', 'Zustand'), before: 'open', after: 'offered' },
              { fact: 'revision', words: say('revision', 'Revision'), before: 14, after: 15 },
            ],
          },
        ],
    expectedRevision: 14,
    effects: [
      say('The offer ends in 20 minutes.', 'Das Angebot endet in 20 Minuten.'),
      say('No ownership is reserved.', 'Es wird keine Ownership reserviert.'),
    ],
    checks: [
      {
        id: 'deadline',
        status: 'passed',
        words: say('deadline within that of the Mission', 'Frist innerhalb der Mission'),
      },
      {
        id: 'budget',
        status: 'passed',
        words: say('budget fits in 6 of 6 dimensions', 'Budget passt in 6 von 6 Größen'),
      },
      {
        id: 'capabilities',
        status: 'passed',
        words: say('candidates have what is needed', 'Kandidaten haben, was nötig ist'),
      },
      {
        id: 'presence',
        status: 'warning',
        words: say('presence of sec-2 is 9 minutes old', 'Anwesenheit von sec-2 ist 9 Minuten alt'),
      },
    ],
    obstacles: [],
    button: 'sign-and-send',
    buttonWords: say('Sign and send', 'Unterzeichnen und senden'),
    unsignedText: JSON.stringify(
      {
        protocolVersion: '0.1',
        kind: intent.kind,
        groupId: intent.groupId ?? AUTH,
        actor: { type: signers[0]?.person.type, id: signers[0]?.person.id },
        expectedRevision: 14,
        issuedAt: new Date(nowMs).toISOString(),
        payload: intent.form,
      },
      null,
      2,
    ),
    computedAtMs: nowMs,
  };
}

const KIND_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  'mission.create': ['Create a Mission', 'Mission anlegen'],
  'mission.renew_coordinator': ['Renew the Coordinator Lease', 'Coordinator Lease erneuern'],
  'mission.submit_for_approval': ['Submit for approval', 'Zur Freigabe vorlegen'],
  'mission.approve': ['Approve', 'Freigeben'],
  'mission.request_changes': ['Request changes', 'Änderungen verlangen'],
  'mission.cancel': ['Cancel the Mission', 'Mission abbrechen'],
  'mission.terminate': ['Terminate the Mission', 'Mission beenden'],
  'message.post': ['Post a Message', 'Message schreiben'],
  'work.offer': ['Offer', 'Anbieten'],
  'work.accept_result': ['Accept result', 'Ergebnis annehmen'],
  'work.fail': ['Fail', 'Scheitern lassen'],
  'work.cancel': ['Cancel item', 'WorkItem abbrechen'],
  'work.unblock': ['Unblock', 'Blockade lösen'],
  'work.authorize': ['Authorize WorkItem', 'WorkItem freigeben'],
  'approval.grant_execution': ['Grant start approval', 'Start freigeben'],
};
