// Artifact content over HTTP (ART-009: transfer is outside the protocol): ranges, validators, and nothing that a browser
// could take for a page.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../../store/blobs/blob-store.ts';
import type { ReadableContent, UploadRefusal } from '../artifact-service.ts';
import type { Caller } from '../access-tokens.ts';
import { parseRange } from './byte-range.ts';
import type { Admission, ControlPlaneEnvironment, Handler } from './control-plane-ports.ts';
import { HttpRefusal, refuseAsAbsent, refuseBody, refuseToken } from './http-answers.ts';
import { requireLength, streamBody } from './request-body.ts';

export function createReadHandler(environment: ControlPlaneEnvironment): Handler {
  const { artifacts, onFault } = environment;
  return async (request, reply, admission) => {
    const content = await findContent(environment, request, admission);
    describeContent(reply, content);
    if (isKnown(request, content)) return reply.code(304).send();
    const range = rangeOf(request, content);
    if (range === 'unsatisfiable') {
      throw new HttpRefusal(416, 'INVALID_COMMAND', 'the range lies outside the content', {
        headers: { 'content-range': `bytes */${content.sizeBytes}` },
      });
    }
    const reading = await artifacts.read(content, range);
    if (reading === undefined) throw refuseAsAbsent();
    // The first piece decides the status: content that fits into it was checked before a byte of it is answered.
    const iterator = reading.content[Symbol.asyncIterator]();
    const first = await iterator.next();
    if (range !== undefined) {
      reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${content.sizeBytes}`);
    }
    const length = range === undefined ? content.sizeBytes : range.end - range.start;
    return reply
      .header('content-length', length)
      .send(Readable.from(passOn(first, iterator, onFault), { objectMode: false }));
  };
}

export function createDescribeHandler(environment: ControlPlaneEnvironment): Handler {
  return async (request, reply, admission) => {
    const content = await findContent(environment, request, admission);
    describeContent(reply, content);
    if (isKnown(request, content)) return reply.code(304).send();
    return reply.header('content-length', content.sizeBytes).send();
  };
}

export function createUploadHandler(environment: ControlPlaneEnvironment): Handler {
  const { artifacts, limits } = environment;
  return async (request, reply, admission) => {
    const caller = requireCaller(admission);
    const { contentHash, groupId } = addressOf(request);
    const maxBytes = artifacts.maxUploadBytes;
    // Asked first, so that nobody learns limits, or sends bytes, who may not upload at all.
    if (!(await artifacts.mayUpload(caller, groupId))) throw refuseAsAbsent();
    requireLength(request.raw, maxBytes);
    const body = streamBody(request.raw, { maxBytes, totalMs: limits.uploadMs, idleMs: limits.uploadIdleMs });
    const stored = await artifacts.upload(caller, groupId, contentHash, body);
    if (!stored.ok) throw refuseUpload(stored.fault);
    return reply.code(201).send(stored.value);
  };
}

function refuseUpload(refusal: UploadRefusal): HttpRefusal {
  if (refusal === 'forbidden') return refuseAsAbsent();
  if (refusal === 'too-large') return refuseBody(413, 'the body is too large');
  return new HttpRefusal(422, 'INVALID_COMMAND', 'the content has another hash');
}

async function findContent(
  { artifacts }: ControlPlaneEnvironment,
  request: FastifyRequest,
  admission: Admission,
): Promise<ReadableContent> {
  const { contentHash, groupId } = addressOf(request);
  const content = await artifacts.find(requireCaller(admission), groupId, contentHash);
  if (content === undefined) throw refuseAsAbsent();
  return content;
}

function addressOf({ params, query }: FastifyRequest): {
  readonly contentHash: string;
  readonly groupId: string;
} {
  // The route's schema has proven both shapes.
  const { contentHash } = params as { readonly contentHash: string };
  const { groupId } = query as { readonly groupId: string };
  return { contentHash, groupId };
}

/** The hook lets nobody through to these routes without a token. */
export function requireCaller({ caller }: Admission): Caller {
  if (caller === undefined) throw refuseToken();
  return caller;
}

function describeContent(
  reply: FastifyReply,
  { contentHash, mediaType, classification }: ReadableContent,
): void {
  reply
    // The schema of manifests allows nothing here that a header could not carry (DOC-ART).
    .type(mediaType)
    .header('etag', `"${contentHash}"`)
    .header('accept-ranges', 'bytes')
    // Never shown in place: whoever wrote the content has no say in this origin.
    .header('content-disposition', 'attachment');
  if (classification !== undefined) reply.header('heddle-classification', classification);
}

function isKnown({ headers }: FastifyRequest, { contentHash }: ReadableContent): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === `"${contentHash}"` || tag === '*') === true;
}

function rangeOf(
  { headers }: FastifyRequest,
  { contentHash, sizeBytes }: ReadableContent,
): ByteRange | 'unsatisfiable' | undefined {
  const condition = headers['if-range'];
  const isSame = condition === undefined || condition === `"${contentHash}"`;
  return isSame ? parseRange(headers.range, sizeBytes) : undefined;
}

/** The rest of a reading. What breaks it off now can only break the connection, so it is reported here. */
async function* passOn(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
  onFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let step = first; step.done !== true; step = await iterator.next()) yield step.value;
  } catch (error) {
    onFault(error);
    throw error;
  } finally {
    await iterator.return?.();
  }
}
