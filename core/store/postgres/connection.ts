// Connections to PostgreSQL with the time limits that every one of them has. It knows no table.
import { hash } from 'node:crypto';
import { Client, type ClientBase, type ClientConfig, type Pool, types } from 'pg';
import { StoreFault } from '../authority-store.ts';
import { toPostgresFault } from './postgres-fault.ts';

/** Runs one statement; driver errors come out as StoreFaults. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface ConnectionSettings {
  readonly connectionString: string;
  /** How long one statement may run, and a write wait for another process. */
  readonly statementTimeoutMs: number;
  /** When the server ends a process that holds the right to write and has gone silent. */
  readonly idleTransactionTimeoutMs: number;
}

/** What the driver waits beyond the limit of the server, which answers when it is alive. */
const GRACE_MS = 5_000;

export function clientConfig(settings: ConnectionSettings): ClientConfig {
  const { connectionString, statementTimeoutMs, idleTransactionTimeoutMs } = settings;
  return {
    connectionString,
    application_name: 'heddle',
    keepAlive: true,
    connectionTimeoutMillis: statementTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    // A half-open connection never answers.
    query_timeout: statementTimeoutMs + GRACE_MS,
    types: { getTypeParser },
  };
}

/** A client without limits to a statement, for migrations and checks that may take long. */
export function createPatientClient(settings: ConnectionSettings): Client {
  const { connectionString, idleTransactionTimeoutMs } = settings;
  return new Client({
    connectionString,
    application_name: 'heddle',
    keepAlive: true,
    connectionTimeoutMillis: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    types: { getTypeParser },
  });
}

export function queryOn(target: Pool | ClientBase): Query {
  return async <Row>(text: string, values: readonly unknown[] = []) => {
    try {
      const result = await target.query(text, [...values]);
      return result.rows as Row[];
    } catch (error) {
      throw toPostgresFault(error);
    }
  };
}

/** Runs `work` on a connection of its own. */
export async function withClient<Answer>(
  client: Client,
  work: (query: Query) => Promise<Answer>,
): Promise<Answer> {
  // Without a listener the loss of an idle connection would end the process; the next statement reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(queryOn(client));
  } catch (error) {
    throw toPostgresFault(error);
  } finally {
    await client.end();
  }
}

/**
 * The key of a row: ids have no greatest length, index entries do. A digest that nobody can collide, over a form that
 * keeps the parts apart.
 */
export function keyOf(...parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** The driver gives 64-bit integers as text, because not all of them are exact numbers; all of ours are. */
const getTypeParser = ((oid: Parameters<typeof types.getTypeParser>[0], format?: 'text') =>
  oid === types.builtins.INT8
    ? parseInteger
    : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

function parseInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreFault('corrupt', `${text} is not a number that the store writes`);
}
