// The payload schemas against section 8.6: examples of every kind, and what each single change has to lead to.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSchema, isCommandKind, isEventKind, type SchemaName } from '../../../core/protocol/schema.ts';
import {
  isArray,
  isObject,
  type Json,
  objectOf,
  show,
  withMember,
  withoutMembers,
} from '../documents/json.ts';
import { arrayRuleOf } from './array-rules.ts';
import { AUTHORITY_VALUES, STATED_BY_SENDER } from './authority-values.ts';
import { type PayloadRule, payloadOf } from './payload-rule.ts';
import { closedObjects, type ObjectPlace, openObjects, pointerOf, withMemberAt } from './places.ts';
import { GROUP_COMMAND_RULES } from './rules-commands-groups.ts';
import { MISSION_COMMAND_RULES } from './rules-commands-missions.ts';
import { WORK_COMMAND_RULES } from './rules-commands-work.ts';
import { EVENT_RULES } from './rules-events.ts';
import { PIECE_RULES } from './rules-pieces.ts';
import { SAMPLE_DOCUMENTS } from './sample-documents.ts';
import {
  COMMAND_SUBJECTS,
  enumOf,
  EVENT_SUBJECTS,
  kindsWithFile,
  membersInFile,
  type Subject,
  SUBJECTS,
} from './subjects.ts';
import {
  complaints,
  randomComplaints,
  type Refusal,
  RUN_HINT,
  unlessAccepted,
  unlessRefused,
} from './verdicts.ts';

console.info(`payload property tests: ${RUN_HINT}`);

/** The extension Commands of the protocol itself (CMD-140 to CMD-145). */
const EXTENSION_COMMANDS = [
  'ext.missionweaveprotocol.registry.agent_card_register',
  'ext.missionweaveprotocol.identity.session_open',
  'ext.missionweaveprotocol.core.work_dependency_add',
  'ext.missionweaveprotocol.core.work_execution_lease_renew',
  'ext.missionweaveprotocol.core.resource_usage_record',
  'ext.missionweaveprotocol.core.group_archive',
];

/** The extension Events of the protocol itself. */
const EXTENSION_EVENTS = [
  'ext.missionweaveprotocol.registry.agent_card_registered',
  'ext.missionweaveprotocol.identity.session_opened',
  'ext.missionweaveprotocol.core.work_execution_lease_revoked',
  'ext.missionweaveprotocol.core.resource_usage_recorded',
];

const SIZES = ['minimal', 'maximal'] as const;

/** Any JSON value, as a strict parser would give it. */
const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return isArray(value) ? 'array' : typeof value;
}

/** The member names that occur anywhere in a value. */
function namesIn(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap((item) => namesIn(item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [name].concat(namesIn(member)));
}

describe('the examples', () => {
  test.each(Object.entries(SAMPLE_DOCUMENTS) as [SchemaName, readonly object[]][])(
    'the sample documents of %s are valid',
    (schema, samples) => {
      expect(samples.map((sample) => checkSchema(schema, sample))).toEqual(samples.map(() => undefined));
    },
  );

  test('every Command kind has examples and a schema, no more and no less', () => {
    const kinds = [...enumOf('command.schema.json', 'coreCommandKind'), ...EXTENSION_COMMANDS].toSorted();
    expect(kinds).toHaveLength(38);
    expect(COMMAND_SUBJECTS.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    expect(kindsWithFile('commands').toSorted()).toEqual(kinds);
    expect(kinds.filter((kind) => !isCommandKind(kind))).toEqual([]);
  });

  test('every Event kind has examples and a schema, no more and no less', () => {
    const kinds = [...enumOf('event.schema.json', 'coreEventKind'), ...EXTENSION_EVENTS].toSorted();
    expect(kinds).toHaveLength(40);
    expect(EVENT_SUBJECTS.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    expect(kindsWithFile('events').toSorted()).toEqual(kinds);
    expect(kinds.filter((kind) => !isEventKind(kind))).toEqual([]);
  });

  test('no kind of one family is a kind of the other', () => {
    expect(COMMAND_SUBJECTS.filter(({ kind }) => isEventKind(kind))).toEqual([]);
    expect(EVENT_SUBJECTS.filter(({ kind }) => isCommandKind(kind))).toEqual([]);
  });

  test('the maximal examples hold exactly the members of their schema', () => {
    const members = ({ maximal }: Subject): readonly string[] => Object.keys(maximal).toSorted();
    expect(SUBJECTS.map((subject) => [subject.kind, members(subject)])).toEqual(
      SUBJECTS.map((subject) => [subject.kind, membersInFile(subject).toSorted()]),
    );
  });

  test('minimal and maximal are accepted', () => {
    expect(
      complaints((subject) => SIZES.flatMap((size) => unlessAccepted(subject, subject[size], size))),
    ).toEqual([]);
  });
});

/** The only rules by which optional members depend on each other (CMD-128, DOC-MEMB-C1). */
const DEPENDENCIES: Readonly<Record<string, (has: (name: string) => boolean) => boolean>> = {
  'work.fail': (has) => has('ownershipEpoch') === has('executionLeaseId'),
  'membership.change': (has) =>
    has('provisionalExpiresAt') && (has('contextPackageId') || has('contextPackage')),
};

describe('members', () => {
  test('none of the minimal example can be left out', () => {
    expect(
      complaints((subject) =>
        Object.keys(subject.minimal).flatMap((name) =>
          unlessRefused(subject, withoutMembers(subject.minimal, name), `a payload without ${name}`, {
            at: '',
            rule: '/required',
            naming: `'${name}'`,
          }),
        ),
      ),
    ).toEqual([]);
  });

  test('any choice of the optional ones is accepted', () => {
    expect(
      complaints((subject) => {
        const optional = Object.keys(withoutMembers(subject.maximal, ...Object.keys(subject.minimal)));
        const complete = DEPENDENCIES[subject.kind] ?? ((): boolean => true);
        return randomComplaints(fc.subarray(optional), (left) => {
          const payload = withoutMembers(subject.maximal, ...left);
          const what = `the maximal payload without ${left.join(', ')}`;
          return complete((name) => Object.hasOwn(payload, name))
            ? unlessAccepted(subject, payload, what)
            : unlessRefused(subject, payload, what, { at: '' });
        });
      }),
    ).toEqual([]);
  });

  test('of other kinds are refused', () => {
    const foreign = objectOf(SUBJECTS.flatMap(({ maximal }) => Object.entries(maximal)));
    expect(
      complaints((subject) =>
        Object.entries(withoutMembers(foreign, ...Object.keys(subject.maximal))).flatMap(([name, value]) =>
          unlessRefused(subject, withMember(subject.minimal, name, value), `a foreign ${name}`, {
            at: '',
            rule: '#/additionalProperties',
          }),
        ),
      ),
    ).toEqual([]);
  });

  test('of each other JSON type are refused', () => {
    const values: readonly Json[] = [
      null,
      true,
      false,
      0,
      1,
      -1.5,
      '',
      'text',
      [],
      [{}],
      {},
      { type: 'text' },
    ];
    expect(
      complaints((subject) =>
        Object.entries(subject.maximal).flatMap(([name, value]) =>
          values
            .filter((other) => typeOf(other) !== typeOf(value))
            .flatMap((other) =>
              unlessRefused(subject, withMember(subject.maximal, name, other), `${name} = ${show(other)}`, {
                at: `/${name}`,
              }),
            ),
        ),
      ),
    ).toEqual([]);
  });

  test('of another JSON type are refused whatever the value', () => {
    expect(
      complaints((subject) => {
        const changes = fc
          .tuple(fc.constantFrom(...Object.entries(subject.maximal)), anyJson)
          .filter(([[, value], other]) => typeOf(other) !== typeOf(value));
        return randomComplaints(changes, ([[name], other]) =>
          unlessRefused(subject, withMember(subject.maximal, name, other), `${name} = ${show(other)}`, {
            at: `/${name}`,
          }),
        );
      }),
    ).toEqual([]);
  });

  test('have to be in an object', () => {
    expect(
      complaints((subject) =>
        [null, true, 0, 'text', [], [subject.minimal]].flatMap((payload) =>
          unlessRefused(subject, payload, show(payload), { at: '', rule: '#/type' }),
        ),
      ),
    ).toEqual([]);
  });
});

describe('arrays', () => {
  /** Complaints about each array that a payload holds at the top. */
  const aboutArrays = (
    complaintsAbout: (subject: Subject, name: string, items: readonly Json[]) => readonly string[],
  ): readonly string[] =>
    complaints((subject) =>
      Object.entries(subject.maximal).flatMap(([name, value]) =>
        isArray(value) ? complaintsAbout(subject, name, value) : [],
      ),
    );

  const expectedOf = (
    accepted: boolean,
  ): ((subject: Subject, name: string, items: readonly Json[], what: string) => readonly string[]) =>
    accepted
      ? (subject, name, items, what) =>
          unlessAccepted(subject, withMember(subject.maximal, name, items), what)
      : (subject, name, items, what) =>
          unlessRefused(subject, withMember(subject.maximal, name, items), what, { at: `/${name}` });

  test('are empty only where the specification lets them', () => {
    expect(
      aboutArrays((subject, name) => {
        const rule = arrayRuleOf(subject.kind, name);
        if (rule === undefined) return [`nothing is known about ${name}`];
        return expectedOf(rule.mayBeEmpty)(subject, name, [], `an empty ${name} (${rule.rule})`);
      }),
    ).toEqual([]);
  });

  test('hold an item twice only where they are no sets', () => {
    expect(
      aboutArrays((subject, name, items) => {
        const rule = arrayRuleOf(subject.kind, name);
        if (rule === undefined) return [`nothing is known about ${name}`];
        const what = `an equal item in ${name} (${rule.rule})`;
        return expectedOf(!rule.isSet)(subject, name, items.concat(items.slice(0, 1)), what);
      }),
    ).toEqual([]);
  });

  test('hold no item of another JSON type', () => {
    const values: readonly Json[] = [null, true, 0, 'No Such Item', [], {}];
    expect(
      aboutArrays((subject, name, [first = null, ...rest]) =>
        values
          .filter((other) => typeof other === 'string' || typeOf(other) !== typeOf(first))
          .flatMap((other) =>
            unlessRefused(
              subject,
              withMember(subject.maximal, name, [other, ...rest]),
              `${show(other)} in ${name}`,
              { at: `/${name}/0` },
            ),
          ),
      ),
    ).toEqual([]);
  });
});

/** What the refusal of an unknown member has to look like in an object of this sort. */
function refusalIn({ place, sort }: ObjectPlace): Refusal {
  const at = pointerOf(place);
  if (sort === 'closed') return { at, rule: '/additionalProperties' };
  // An alternative may be refused for what it is not, and a dictionary for the name of the entry.
  return sort === 'part' ? { at, inside: true } : { at };
}

describe('closed objects (CMD-016, DOC-002)', () => {
  test('refuse an unknown member wherever they are', () => {
    expect(
      complaints((subject) =>
        SIZES.flatMap((size) =>
          closedObjects(subject[size]).flatMap((object) => {
            const payload = withMemberAt(subject[size], object.place, 'unknownMember', true);
            const what = `unknownMember in ${size} at "${pointerOf(object.place)}"`;
            return unlessRefused(subject, payload, what, refusalIn(object));
          }),
        ),
      ),
    ).toEqual([]);
  });

  test('refuse unknown members of any name and value', () => {
    const known = new Set(SUBJECTS.flatMap(({ maximal }) => namesIn(maximal)));
    const names = fc
      .oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '$ref'))
      .filter((name) => !known.has(name));
    expect(
      complaints((subject) => {
        // The names in a dictionary are not fixed, so that a random one may well be allowed.
        const objects = closedObjects(subject.maximal).filter(({ sort }) => sort !== 'dictionary');
        const additions = fc.tuple(fc.constantFrom(...objects), names, anyJson);
        return randomComplaints(additions, ([object, name, value]) => {
          const payload = withMemberAt(subject.maximal, object.place, name, value);
          const what = `${JSON.stringify(name)} at "${pointerOf(object.place)}"`;
          return unlessRefused(subject, payload, what, refusalIn(object));
        });
      }),
    ).toEqual([]);
  });

  test('leave the open objects open', () => {
    const open = complaints((subject) =>
      openObjects(subject.maximal).flatMap(({ place }) =>
        unlessAccepted(
          subject,
          withMemberAt(subject.maximal, place, 'unknownMember', true),
          `unknownMember at "${pointerOf(place)}"`,
        ),
      ),
    );
    expect(open).toEqual([]);
  });
});

test('values that the authority computes are refused in Command payloads (section 8.6)', () => {
  expect(
    complaints(
      (subject) =>
        Object.entries(AUTHORITY_VALUES).flatMap(([name, value]) => {
          if (STATED_BY_SENDER[name]?.has(subject.kind) === true) {
            return Object.hasOwn(subject.maximal, name) ? [] : [`the sender cannot state ${name}`];
          }
          return unlessRefused(subject, withMember(subject.minimal, name, value), `a given ${name}`, {
            at: '',
            rule: '#/additionalProperties',
          });
        }),
      COMMAND_SUBJECTS,
    ),
  ).toEqual([]);
});

const RULES: readonly PayloadRule[] = [
  ...MISSION_COMMAND_RULES,
  ...GROUP_COMMAND_RULES,
  ...WORK_COMMAND_RULES,
  ...EVENT_RULES,
  ...PIECE_RULES,
];

describe('rules across members', () => {
  test.each(RULES)('$rule $kind: $says', (rule) => {
    const { kind, says, refusedAt, naming = '' } = rule;
    const judged = complaints(
      (subject) => {
        const payload = payloadOf(subject, rule);
        return refusedAt === undefined
          ? unlessAccepted(subject, payload, `"${says}"`)
          : unlessRefused(subject, payload, `a breach of "${says}"`, { at: refusedAt, naming });
      },
      SUBJECTS.filter((subject) => subject.kind === kind),
    );
    expect(judged).toEqual([]);
  });

  test('concern kinds that exist', () => {
    const kinds = new Set(SUBJECTS.map(({ kind }) => kind));
    expect(RULES.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  });
});
