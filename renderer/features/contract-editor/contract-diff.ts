// What of a contract is another one than in the last accepted revision, field by field; rows with an id are compared by it.

export interface ContractChange {
  /** Member, with the id of the row where it has one: `acceptanceCriteria.AC-2`. */
  readonly path: string;
  readonly member: string;
  readonly row: string | undefined;
  /** As text; undefined where it was or is absent. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Document = Readonly<Record<string, unknown>>;

const ROW_IDS: Readonly<Record<string, string>> = {
  requiredDeliverables: 'deliverableId',
  acceptanceCriteria: 'criterionId',
  allowedResources: 'resource',
  requiredCapabilities: 'id',
};

function isRecord(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members in the order of their names, so that equal documents give equal texts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((each) => textOf(each)).join(', ');
  if (isRecord(value)) {
    return Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => `${name}: ${textOf(each)}`)
      .join('; ');
  }
  return String(value);
}

function parts(member: string, value: unknown): ReadonlyMap<string, unknown> {
  const rowId = ROW_IDS[member];
  if (rowId !== undefined && Array.isArray(value)) {
    return new Map(value.filter(isRecord).map((row) => [String(row[rowId]), row]));
  }
  // Budget and retry policy are read by their members.
  return isRecord(value) ? new Map(Object.entries(value)) : new Map([['', value]]);
}

/** The revision number itself is no change. */
export function contractChanges(before: Document, after: Document): readonly ContractChange[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => member !== 'contractVersion',
  );
  return members.flatMap((member) => {
    const [old, current] = [parts(member, before[member]), parts(member, after[member])];
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((row): ContractChange[] => {
      const [was, is] = [old.get(row), current.get(row)];
      const texts = {
        before: was === undefined ? undefined : textOf(was),
        after: is === undefined ? undefined : textOf(is),
      };
      if (texts.before === texts.after) return [];
      return [
        {
          path: row === '' ? member : `${member}.${row}`,
          member,
          row: row === '' ? undefined : row,
          ...texts,
        },
      ];
    });
  });
}
