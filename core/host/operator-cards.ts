// Registering, renewing and revoking cards and keys of an administered Authority: what is checked before, what stops working,
// and the acts themselves, which are those of `heddle authority`.
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { CardVerdict, CardWish, OperatorCheck } from '../contract/operator.ts';
import type { Fault, Words } from '../contract/values.ts';
import { type CheckName, operatorWords } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import type { Actor, AgentCard, ProtocolError, RegistryBinding } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { checkSchema } from '../protocol/schema.ts';
import type { Unsigned } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import type { Nothing } from './desk-services.ts';
import { bindKey, registerCard } from './operator-acts.ts';
import { type Administered, detailOf, type OperatorAuthorities } from './operator-authorities.ts';
import { keyStatusAt, organizationRecords } from './operator-lists.ts';
import { OrganizationFault } from './organization-files.ts';
import { composeCard } from './worker-card.ts';

/** A card with many capabilities is much smaller. */
const MAX_CARD_BYTES = 262_144;

type CardDraft = Unsigned<'agent-card'>;

interface JudgedCard {
  readonly verdict: CardVerdict;
  readonly card: CardDraft | undefined;
  /** To be bound before the card is registered. */
  readonly binding: RegistryBinding | undefined;
}

export interface Effects {
  readonly effects: Words[];
  readonly isAllowed: boolean;
}

export class OperatorCards {
  private readonly authorities: OperatorAuthorities;

  constructor(authorities: OperatorAuthorities) {
    this.authorities = authorities;
  }

  async check(at: Administered, wish: CardWish): Promise<Result<CardVerdict, Fault>> {
    const text = await this.textOf(at, wish);
    if (!text.ok) return text;
    return accept((await this.judge(at, text.value, wish.from === 'form' || wish.bind)).verdict);
  }

  async register(
    at: Administered,
    wish: CardWish,
  ): Promise<Result<{ readonly agentId: string; readonly cardVersion: number }, Fault>> {
    const text = await this.textOf(at, wish);
    if (!text.ok) return text;
    const { verdict, card, binding } = await this.judge(at, text.value, wish.from === 'form' || wish.bind);
    if (!verdict.canRegister || card === undefined) return this.authorities.fault('card-faults');
    const registered = await this.attempt(at, async (operator) => {
      if (binding !== undefined) await bindKey(operator, binding);
      return registerCard(operator, card);
    });
    if (!registered.ok) return registered;
    return accept({ agentId: card.agentId, cardVersion: card.cardVersion });
  }

  async revokeCardEffects({ store }: Administered, agentId: string): Promise<Result<Effects, Fault>> {
    const card = (await organizationRecords(store, 'agent')).get(agentId)?.card;
    if (card === undefined) return this.authorities.fault('no-agent');
    if (card.status === 'revoked') return this.authorities.fault('already-revoked');
    const workload = (await organizationRecords(store, 'workload')).get(agentId);
    const { effects } = operatorWords(this.authorities.language);
    const held = workload ?? { queued: 0, active: 0 };
    return accept({
      isAllowed: true,
      effects: [
        say('operator.effect.no-work', effects.cardNoWork),
        say('operator.effect.no-session', effects.cardNoSession),
        ...(held.queued + held.active === 0
          ? []
          : [say('operator.effect.holds', effects.cardHolds(held.queued, held.active), { ...held })]),
        say('operator.effect.keys', effects.cardKeys(card.publicKeys.length)),
        say('operator.effect.again', effects.cardAgain),
      ],
    });
  }

  async revokeCard(at: Administered, agentId: string): Promise<Result<Nothing, Fault>> {
    const known = (await organizationRecords(at.store, 'agent')).get(agentId)?.card;
    if (known === undefined) return this.authorities.fault('no-agent');
    if (known.status === 'revoked') return this.authorities.fault('already-revoked');
    const { signature: _signature, ...card } = known;
    return this.attempt(at, (operator) =>
      registerCard(operator, {
        ...card,
        cardVersion: card.cardVersion + 1,
        status: 'revoked',
        issuedAt: formatTimestamp(operator.now()),
      }),
    );
  }

  async bindKey(
    at: Administered,
    { principal, keyId, publicKey }: Pick<RegistryBinding, 'principal' | 'keyId' | 'publicKey'>,
  ): Promise<Result<Nothing, Fault>> {
    return this.attempt(at, async (operator) => {
      await bindKey(operator, bindingOf(keyId, principal, publicKey, operator.now()));
      return accept(undefined);
    });
  }

  async revokeKeyEffects(at: Administered, keyId: string): Promise<Result<Effects, Fault>> {
    const bindings = await at.store.readBindings();
    const binding = bindings.find((each) => each.keyId === keyId);
    if (binding === undefined) return this.authorities.fault('no-key');
    const nowMs = Date.now();
    if (keyStatusAt(binding, nowMs) === 'revoked') return this.authorities.fault('already-revoked');
    const { effects } = operatorWords(this.authorities.language);
    const others = bindings.filter(
      (each) =>
        each.keyId !== keyId &&
        each.principal.type === binding.principal.type &&
        each.principal.id === binding.principal.id &&
        keyStatusAt(each, nowMs) === 'valid',
    );
    const isService = at.serviceKeyIds.has(keyId);
    return accept({
      isAllowed: !isService,
      effects: [
        ...(isService ? [say('operator.effect.service', effects.keyService)] : []),
        say('operator.effect.no-commands', effects.keyNoCommands),
        others.length === 0
          ? say('operator.effect.no-other', effects.keyNoOther)
          : say('operator.effect.others', effects.keyOthers(others.length), { count: others.length }),
        ...(binding.principal.type === 'agent' ? [say('operator.effect.session', effects.keySession)] : []),
        say('operator.effect.history', effects.keyHistory),
        say('operator.effect.never', effects.keyNever),
      ],
    });
  }

  /** One more status in the history of the key: revoked from now on, or at its end at a later moment. */
  async revokeKey(
    at: Administered,
    keyId: string,
    untilMs: number | undefined,
  ): Promise<Result<Nothing, Fault>> {
    const binding = (await at.store.readBindings()).find((each) => each.keyId === keyId);
    if (binding === undefined) return this.authorities.fault('no-key');
    if (at.serviceKeyIds.has(keyId)) return this.authorities.fault('service-key');
    const nowMs = Date.now();
    if (keyStatusAt(binding, nowMs) === 'revoked') return this.authorities.fault('already-revoked');
    const known = binding.validityHistory.findLast(({ validUntil }) => validUntil !== undefined)?.validUntil;
    const isLater = untilMs !== undefined && known !== undefined && millisecondsOf(known) < untilMs;
    if (isLater) return this.authorities.fault('not-earlier');
    const last = binding.validityHistory.at(-1);
    // A clock that was set back must not make a history that nobody may believe (REG-008).
    const recordedAtMs = Math.max(nowMs, last === undefined ? 0 : millisecondsOf(last.recordedAt));
    const status = {
      sequence: (last?.sequence ?? 0) + 1,
      recordedAt: formatTimestamp(recordedAtMs),
      ...(untilMs === undefined
        ? { revokedAt: formatTimestamp(nowMs) }
        : { validUntil: formatTimestamp(Math.round(untilMs)) }),
    };
    return this.attempt(at, async (operator) => {
      await bindKey(operator, { ...binding, validityHistory: [...binding.validityHistory, status] });
      return accept(undefined);
    });
  }

  async endSession(at: Administered, agentId: string): Promise<Result<Nothing, Fault>> {
    return this.attempt(at, async ({ authority }) => {
      const opened = await authority.openSession(agentId);
      return opened.ok ? accept(undefined) : opened;
    });
  }

  /** Acts, and turns what the Authority or the folder says against it into words. */
  private async attempt(
    at: Administered,
    work: (
      operator: Parameters<typeof bindKey>[0],
    ) => Promise<Result<undefined, Pick<ProtocolError, 'code' | 'message'>>>,
  ): Promise<Result<Nothing, Fault>> {
    if (at.obstacle !== undefined) return this.authorities.fault('read-only', at.obstacle);
    try {
      const result = await this.authorities.act(at, work);
      if (result.ok) return accept({});
      const { fault } = this.authorities.fault('not-accepted', result.fault.message);
      return { ok: false, fault: { ...fault, code: result.fault.code } };
    } catch (error) {
      // Of the Registry, of the folder, or of its database: in each case nothing was done.
      if (error instanceof OrganizationFault) {
        return this.authorities.fault('registry-refuses', error.message);
      }
      return this.authorities.fault('cannot-open', detailOf(error, at.databaseUrl));
    }
  }

  private async textOf(at: Administered, wish: CardWish): Promise<Result<string, Fault>> {
    if (wish.from === 'text') return accept(wish.text);
    if (wish.from === 'file') {
      try {
        if (!isAbsolute(wish.path) || (await stat(wish.path)).size > MAX_CARD_BYTES) {
          return this.authorities.fault('no-file');
        }
        return accept(await readFile(wish.path, 'utf8'));
      } catch {
        return this.authorities.fault('no-file');
      }
    }
    const { form } = wish;
    const known = (await organizationRecords(at.store, 'agent')).get(form.agentId)?.card;
    const issuedAt = formatTimestamp(Date.now());
    const card = composeCard({
      agentId: form.agentId,
      displayName: form.displayName,
      keyId: form.keyId,
      publicKey: form.publicKey,
      organizationId: at.organizationId,
      origin: form.endpoint,
      owner: { type: 'human', id: form.ownerId },
      capabilities: form.capabilities,
      slots: form.maxConcurrency,
      validFrom: issuedAt,
      issuedAt,
    });
    return accept(JSON.stringify({ ...card, cardVersion: (known?.cardVersion ?? 0) + 1 }, undefined, 2));
  }

  private async judge(at: Administered, text: string, mayBind: boolean): Promise<JudgedCard> {
    const { language } = this.authorities;
    const { checks: names } = operatorWords(language);
    const checks: OperatorCheck[] = [];
    const faults: CardVerdict['faults'] = [];
    const check = (name: CheckName, isMet: boolean, isRequired = true) => {
      checks.push({ isMet, isRequired, words: say(`operator.check.${name}`, names[name]) });
    };
    const refuse = (field: string, detail: string) => {
      faults.push({ field, words: say('operator.card-fault', detail) });
    };
    const unread = (detail: string): JudgedCard => {
      refuse('', detail);
      check('schema', false);
      return { verdict: { canRegister: false, checks, faults, text }, card: undefined, binding: undefined };
    };
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      return unread(detailOf(error, undefined));
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return unread('{ … }');
    // Signed anew by the registry service: what stands there now has no say.
    const { signature: _signature, ...draft } = parsed as Partial<AgentCard>;
    const schema = checkSchema('agent-card', { ...draft, signature: ANY_SIGNATURE });
    if (schema !== undefined) {
      refuse(schema.path, schema.message);
      check('schema', false);
      return { verdict: { canRegister: false, checks, faults, text }, card: undefined, binding: undefined };
    }
    // The schema has just proven the shape.
    const card = draft as CardDraft;
    const nowMs = Date.now();
    check('schema', true);
    check('organization', card.organizationId === at.organizationId);
    const known = (await organizationRecords(at.store, 'agent')).get(card.agentId)?.card;
    check('version', card.cardVersion > (known?.cardVersion ?? 0));
    check('not-future', millisecondsOf(card.issuedAt) <= nowMs);
    if (card.validUntil !== undefined) check('still-valid', millisecondsOf(card.validUntil) > nowMs);
    check('status', card.status === 'active', false);
    const bindings = await at.store.readBindings();
    const owner = bindings.some(
      ({ principal }) => principal.type === card.owner.type && principal.id === card.owner.id,
    );
    check('owner-known', owner, false);
    const binding = this.judgeKeys(card, bindings, nowMs, mayBind, check);
    const canRegister = checks.every(({ isMet, isRequired }) => isMet || !isRequired);
    const { agentId, cardVersion } = card;
    return {
      verdict: {
        canRegister,
        checks,
        faults,
        agentId,
        cardVersion,
        text: JSON.stringify(card, undefined, 2),
      },
      card,
      binding,
    };
  }

  /** A key of the card that nobody has yet is bound first, where that is wished. */
  private judgeKeys(
    { agentId, publicKeys }: CardDraft,
    bindings: readonly RegistryBinding[],
    nowMs: number,
    mayBind: boolean,
    check: (name: CheckName, isMet: boolean, isRequired?: boolean) => void,
  ): RegistryBinding | undefined {
    const isFree = publicKeys.every(({ keyId, publicKey }) =>
      bindings.every(
        (each) =>
          (each.keyId !== keyId && each.publicKey !== publicKey) ||
          (each.keyId === keyId && each.publicKey === publicKey && each.principal.id === agentId),
      ),
    );
    check('key-free', isFree);
    const bound = publicKeys.flatMap(({ keyId }) => bindings.filter((each) => each.keyId === keyId));
    if (bound.length > 0) {
      check(
        'key-valid',
        bound.some((each) => keyStatusAt(each, nowMs) === 'valid'),
      );
      return undefined;
    }
    const [first] = publicKeys;
    check(mayBind ? 'key-will-be-bound' : 'key-bound', mayBind);
    if (!mayBind || !isFree || first === undefined) return undefined;
    return {
      ...bindingOf(first.keyId, { type: 'agent', id: agentId }, first.publicKey, nowMs),
      // The card and the Registry have to say the same of it.
      validFrom: first.validFrom,
    };
  }
}

function bindingOf(keyId: string, principal: Actor, publicKey: string, nowMs: number): RegistryBinding {
  return {
    keyId,
    principal,
    algorithm: 'Ed25519',
    publicKey,
    validFrom: formatTimestamp(nowMs),
    validityHistory: [],
  };
}

/** Stands where the registry service is going to sign, so that the schema can judge all the rest. */
const ANY_SIGNATURE = {
  algorithm: 'Ed25519',
  keyId: 'urn:heddle:key:to-be-signed',
  createdAt: '2026-01-01T00:00:00Z',
  value: 'A'.repeat(86),
};
