// A refused Command, or one without an answer: the cause in plain words, yours against what was accepted then and now, and the
// ways on, each with what of the Command's identity it keeps (screens 4, table C).
import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { EntryOption, FixPanelModel, OutboxRow } from '../../../core/contract/outbox.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { BrokenState, FaultNote, LostNote } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import type { OutboxActs } from './outbox-acts.ts';
import { comparisonRows, firstChoice } from './outbox-model.ts';
import './outbox.css';

export function FixPanel(props: { readonly row: OutboxRow; readonly acts: OutboxActs }) {
  const { row, acts } = props;
  const { connectionId, actionId } = row;
  const { t } = useTexts();
  const desk = useDesk();
  const { data, isError, refetch, isFetching } = useQuery({
    // The entry moves on: another state is another panel.
    queryKey: ['outbox.fix', connectionId, actionId, row.state, row.changedAtMs],
    queryFn: () => desk.outbox.fix({ connectionId, actionId }),
  });
  const again = (): void => runInBackground(refetch());
  if (isError) return <LostNote onRetry={again} />;
  if (data === undefined) return <p className="muted">{t('outbox.fix.loading')}</p>;
  if (!data.ok) return <FaultNote fault={data.fault} onRetry={again} />;
  return <Panel panel={data.value} row={row} acts={acts} onAgain={again} isFetching={isFetching} />;
}

function Panel(props: {
  readonly panel: FixPanelModel;
  readonly row: OutboxRow;
  readonly acts: OutboxActs;
  readonly onAgain: () => void;
  readonly isFetching: boolean;
}) {
  const { panel, row, acts, onAgain, isFetching } = props;
  const { t } = useTexts();
  const [chosen, setChosen] = useState(firstChoice(panel));
  const option = panel.options.find(({ id }) => id === chosen);
  const isUnknown = row.state === 'unknown';
  return (
    <div className="fix-panel">
      <dl className="facts">
        <dt>{t('outbox.fix.why')}</dt>
        <dd>
          <div className="strong">{panel.cause.text}</div>
          <div className="muted">
            {panel.advice.text} <span className="mono">{panel.code}</span>
          </div>
          {isUnknown && <p className="fix-unknown">{t('outbox.fix.unknown')}</p>}
        </dd>
        {panel.facts.length > 0 && (
          <>
            <dt>{t('outbox.fix.what')}</dt>
            <dd>
              <ul className="plain-list">
                {panel.facts.map((fact) => (
                  <li key={fact.key + fact.text}>{fact.text}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{t('outbox.fix.allowed')}</dt>
        <dd>
          <Allowed panel={panel} isUnknown={isUnknown} />
        </dd>
      </dl>
      {panel.diff.length > 0 && (
        <Section title={t('outbox.fix.diff')}>
          <Comparison diff={panel.diff} />
        </Section>
      )}
      <Section
        title={t('outbox.fix.options')}
        aside={
          <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={onAgain}>
            {t('outbox.fix.again')}
          </Button>
        }
      >
        {panel.options.length === 0 ? (
          <BrokenState title={t('outbox.detail.noOptions')} />
        ) : (
          <Radio.Group value={chosen ?? null} onChange={setChosen} aria-label={t('outbox.fix.options')}>
            <div className="fix-options">
              {panel.options.map((each) => (
                <FixOption key={each.id} option={each} />
              ))}
            </div>
          </Radio.Group>
        )}
        {option !== undefined && <Identity option={option} />}
        {option !== undefined && (
          <div className="line">
            <Button
              disabled={!option.isEnabled}
              loading={acts.isRunning}
              onClick={() => acts.take(row, option)}
              data-testid="fix-go"
            >
              {option.words.text}
            </Button>
            {option.opensSheet && <span className="muted">{t('outbox.fix.opensSheet')}</span>}
          </div>
        )}
      </Section>
    </div>
  );
}

function Allowed(props: { readonly panel: FixPanelModel; readonly isUnknown: boolean }) {
  const { panel, isUnknown } = props;
  const { t } = useTexts();
  if (panel.refusedNow !== undefined) {
    return (
      <span className="fix-verdict bad">
        <IconX size={14} aria-hidden />
        {t('outbox.fix.allowedNo', { reason: panel.refusedNow.words.text })}{' '}
        <span className="mono">{panel.refusedNow.code}</span>
      </span>
    );
  }
  return isUnknown ? (
    <span className="fix-verdict warn">
      <IconAlertTriangle size={14} aria-hidden />
      {t('outbox.fix.allowedUnknown')}
    </span>
  ) : (
    <span className="fix-verdict good">
      <IconCheck size={14} aria-hidden />
      {t('outbox.fix.allowedYes')}
    </span>
  );
}

function FixOption(props: { readonly option: EntryOption }) {
  const { option } = props;
  const { t } = useTexts();
  const reasons = option.reasons.map(({ text }) => text).join(' ');
  return (
    <Radio
      value={option.id}
      disabled={!option.isEnabled}
      label={
        <>
          {option.words.text}
          {option.atMs !== undefined && (
            <span className="muted">
              {' '}
              {t('outbox.fix.at')} <Instant atMs={option.atMs} />
            </span>
          )}
        </>
      }
      {...(reasons === '' ? {} : { description: reasons })}
    />
  );
}

const KINDS = {
  'same-bytes': 'sameBytes',
  'same-action-id': 'sameAction',
  'new-command': 'newCommand',
} as const;

/** Which parts of the Command's identity stay and which are new. */
function Identity(props: { readonly option: EntryOption }) {
  const { reissue } = props.option;
  const { t } = useTexts();
  if (reissue === undefined) return null;
  return (
    <div className="fix-identity">
      <div>
        <span className="label">{t('outbox.fix.identity')}</span> {t(`outbox.fix.${KINDS[reissue.kind]}`)}
      </div>
      {reissue.changes.length > 0 && <div>{reissue.changes.map(({ text }) => text).join(' · ')}</div>}
    </div>
  );
}

function Comparison(props: { readonly diff: FixPanelModel['diff'] }) {
  const { t } = useTexts();
  return (
    <div className="comparison">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('outbox.fix.fact')}</th>
            <th scope="col">{t('outbox.fix.mine')}</th>
            <th scope="col">{t('outbox.fix.drafted')}</th>
            <th scope="col">{t('outbox.fix.now')}</th>
          </tr>
        </thead>
        <tbody>
          {comparisonRows(props.diff).map((row) => (
            <tr key={row.fact} data-moved={row.hasMoved}>
              <th scope="row">{row.label}</th>
              <td>{row.mine === '' ? '–' : row.mine}</td>
              <td>{row.drafted === '' ? '–' : row.drafted}</td>
              <td>
                {row.now === '' ? '–' : row.now}
                {row.hasMoved && <span className="comparison-mark"> {t('outbox.fix.moved')}</span>}
                {row.isConflict && <span className="comparison-mark bad"> {t('outbox.fix.conflict')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
