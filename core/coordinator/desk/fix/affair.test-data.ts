// A Command that was refused, or that nobody answered, from its signature to its fix panel.
import { SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { bringTo, ITEM } from '../../../domain/work-scenes.test-data.ts';
import type { ProtocolError } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../connection.ts';
import { deskOf, entryOf, GROUP } from '../desk.test-data.ts';
import type { Intent } from '../intent/forms.ts';
import { IdBook } from '../intent/id-book.ts';
import { openSheet } from '../intent/sheet.ts';
import type { LogReading } from '../outbox/absence.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { type FixPanel, openFix } from './fix-panel.ts';
import type { FixOptionId } from './fix-rules.ts';

export const CANCEL: Intent = { kind: 'work.cancel', groupId: GROUP, form: { workItemId: ITEM } };
const UNREAD: LogReading = { isFound: false, readToHeadAtMs: undefined };

/** A Command that was prepared and signed in a world, and what became of it there. */
export class Affair {
  readonly organization = new SeededOrganization();
  readonly ids = new IdBook((kind) => this.organization.newId(kind));
  private readonly intent: Intent;
  private entry: OutboxEntry | undefined;

  constructor(intent: Intent) {
    this.intent = intent;
  }

  sign(): void {
    const sheet = openSheet(deskOf(this.organization), this.intent, this.ids);
    const { signer, basis, expected } = sheet;
    if (signer === undefined) throw new Error('somebody signs');
    const { nowMs } = this.organization;
    this.entry = entryOf(nowMs, {
      actionId: signer.composed.command.actionId,
      signer: signer.identity.actor,
      draft: signer.composed.draft,
      state: 'sent',
      signed: { issuedAtMs: nowMs, epochs: signer.composed.epochs },
      basis,
      expected,
    });
  }

  /** What is in the outbox after the refusal; without one nobody has answered. */
  refused(error: ProtocolError | undefined): OutboxEntry {
    const { entry } = this;
    if (entry === undefined) throw new Error('sign first');
    return { ...entry, state: error === undefined ? 'unknown' : 'refused', error };
  }

  fix(
    error: ProtocolError | undefined,
    connection: Partial<DeskConnection> = {},
    log: LogReading = UNREAD,
    intent = this.intent,
  ): FixPanel {
    return openFix(this.refused(error), {
      connection: deskOf(this.organization, connection),
      intent,
      ids: this.ids,
      freshMs: 240_000,
      log,
    });
  }
}

export function option(panel: FixPanel, id: FixOptionId) {
  const found = panel.options.find((each) => each.id === id);
  if (found === undefined) throw new Error(`${panel.code} offers no ${id}`);
  return found;
}

export function affair(): Affair {
  const one = new Affair(CANCEL);
  bringTo(one.organization, 'open');
  one.sign();
  return one;
}
