// Metrics: names, and that nobody outside chooses a label.
import { expect, it } from 'vitest';
import { BlobFault } from '../store/blobs/blob-store.ts';
import { StoreFault } from '../store/authority-store.ts';
import { AuthorityMetrics } from './metrics.ts';

it('counts Commands by kind and outcome', async () => {
  const metrics = new AuthorityMetrics();
  metrics.commandAnswered('work.offer', 'accepted');
  metrics.commandAnswered('work.offer', 'accepted');
  metrics.commandAnswered('work.offer', 'REVISION_CONFLICT');
  metrics.commandAnswered('ext.somebody.chose.this', 'INVALID_COMMAND');
  metrics.commandAnswered(undefined, 'PROTOCOL_VIOLATION');
  const text = await metrics.text();
  expect(text).toContain('heddle_authority_commands_total{kind="work.offer",outcome="accepted"} 2');
  expect(text).toContain('heddle_authority_commands_total{kind="work.offer",outcome="REVISION_CONFLICT"} 1');
  expect(text).toContain('heddle_authority_commands_total{kind="unknown",outcome="INVALID_COMMAND"} 1');
  expect(text).toContain('heddle_authority_commands_total{kind="unknown",outcome="PROTOCOL_VIOLATION"} 1');
  expect(text).not.toContain('somebody');
});

it('measures commits, faults, connections and requests', async () => {
  const metrics = new AuthorityMetrics();
  metrics.committed(12, 0.004);
  metrics.faulted(new StoreFault('full', 'no room'));
  metrics.faulted(new BlobFault('corrupt', 'another hash'));
  metrics.faulted(new TypeError('a bug'));
  metrics.faulted('text');
  metrics.connectionsChanged(3);
  metrics.trackSockets(() => 2);
  metrics.requestAnswered('readHealth', 200, 0.001);
  metrics.requestRefused('address');
  const text = await metrics.text();
  for (const line of [
    'heddle_authority_commit_commands_sum 12',
    'heddle_authority_commit_duration_seconds_bucket{le="0.005"} 1',
    'heddle_authority_store_faults_total{store="log",kind="full"} 1',
    'heddle_authority_store_faults_total{store="blobs",kind="corrupt"} 1',
    'heddle_authority_faults_total{name="TypeError"} 1',
    'heddle_authority_faults_total{name="unknown"} 1',
    'heddle_authority_http_connections 3',
    'heddle_authority_websocket_connections 2',
    'heddle_authority_http_requests_total{operation="readHealth",status="200"} 1',
    'heddle_authority_http_refused_total{reason="address"} 1',
  ]) {
    expect(text).toContain(line);
  }
});

it('reads the dropped audit entries when it is asked', async () => {
  const metrics = new AuthorityMetrics();
  let dropped = 4;
  metrics.trackAuditDrops(() => dropped);
  expect(await metrics.text()).toContain('heddle_authority_audit_drops_total 4');
  dropped = 9;
  expect(await metrics.text()).toContain('heddle_authority_audit_drops_total 9');
});
