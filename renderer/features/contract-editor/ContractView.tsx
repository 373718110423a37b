// A contract for reading: exactly what a Worker gets to see of it.
import { type ContractForm } from './contract-form.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { DIMENSIONS } from '../approvals/approval-budget.ts';
import { evidenceTypeName } from '../review/EvidenceList.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import { readableDuration } from './duration.ts';
import './contract-editor.css';

export function ContractView(props: { readonly form: ContractForm }) {
  const { form } = props;
  const { t, language } = useTexts();
  const deadlineMs = Date.parse(form.deadline);
  const empty = <span className="muted">{t('contract.worker.empty')}</span>;
  const amounts = DIMENSIONS.filter((dimension) => form.budget[dimension].trim() !== '');
  const capabilities = form.capabilities.filter(({ id }) => id.trim() !== '');
  const resources = form.resources.filter(({ resource }) => resource.trim() !== '');
  return (
    <div className="contract-view">
      <div className="contract-goal">
        {form.goal.trim() === '' ? empty : <StrangerText text={form.goal} />}
      </div>
      <dl className="facts">
        <dt>{t('contract.worker.deliver')}</dt>
        <dd>
          <ul className="plain-list">
            {form.deliverables.map(({ deliverableId, description, mediaType }) => (
              <li key={deliverableId}>
                {description.trim() === '' ? empty : <StrangerText text={description} isInline />}{' '}
                <span className="mono muted">{mediaType}</span>
              </li>
            ))}
          </ul>
        </dd>
        <dt>{t('contract.worker.accepted')}</dt>
        <dd>
          <ul className="plain-list">
            {form.criteria.map(({ criterionId, description, evidenceRequired }) => (
              <li key={criterionId}>
                <span className="mono muted">{criterionId}</span>{' '}
                {description.trim() === '' ? empty : <StrangerText text={description} isInline />}
                <div className="muted small">
                  {t('contract.worker.proof', {
                    types: evidenceRequired.map((type) => evidenceTypeName(t, type)).join(', '),
                  })}
                </div>
              </li>
            ))}
          </ul>
        </dd>
        <dt>{t('contract.worker.inputs')}</dt>
        <dd>
          {form.inputArtifacts.length === 0 ? (
            <span className="muted">{t('contract.worker.inputsNone')}</span>
          ) : (
            <span className="line">
              {form.inputArtifacts.map((hash) => (
                <IdChip key={hash} id={hash} />
              ))}
            </span>
          )}
          {form.dependencies.length > 0 && (
            <div className="muted">{t('contract.worker.waits', { count: form.dependencies.length })}</div>
          )}
        </dd>
        <dt>{t('contract.worker.may')}</dt>
        <dd>
          {resources.length === 0 ? (
            <span className="muted">{t('contract.worker.mayNothing')}</span>
          ) : (
            <ul className="plain-list">
              {resources.map(({ resource, operations }) => (
                <li key={resource}>
                  <span className="mono">{resource}</span> <span className="muted">{operations}</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{t('contract.worker.needs')}</dt>
        <dd className="mono">
          {capabilities.length === 0
            ? empty
            : capabilities.map(({ id, version }) => `${id} ${version}`).join(', ')}
        </dd>
        <dt>{t('contract.worker.until')}</dt>
        <dd>{Number.isNaN(deadlineMs) ? empty : <Instant atMs={deadlineMs} isFocusable />}</dd>
        <dt>{t('contract.worker.budget')}</dt>
        <dd>
          {amounts.length === 0
            ? empty
            : amounts
                .map(
                  (dimension) =>
                    `${t(`facts.budget.${dimension}`)} ${formatBudget(dimension, form.budget[dimension].trim(), language, form.currency)}`,
                )
                .join(' · ')}
        </dd>
        <dt>{t('contract.worker.risk')}</dt>
        <dd>
          {t(`approvals.risk.${form.risk}`)} ·{' '}
          <span className="muted">
            {t('contract.fields.approval')}: {t(`contract.approvals.${form.startApproval}`)}
          </span>
        </dd>
        <dt>{t('contract.fields.attempts')}</dt>
        <dd className="muted">
          {t('contract.worker.attempts', {
            count: Number(form.maxAttempts) || 0,
            backoff: t(`contract.backoffs.${form.backoff}`),
            delay: readableDuration(form.maxDelay, language),
          })}
        </dd>
      </dl>
    </div>
  );
}
