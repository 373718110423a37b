// The folds that are lists of rows: deliverables, criteria, resources, capabilities.
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EVIDENCE_TYPES } from '../../../core/contract/review.ts';
import type { AgentRow } from '../../../core/contract/people.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { evidenceTypeName } from '../review/EvidenceList.tsx';
import { type ContractForm, nextId } from './contract-form.ts';
import './contract-editor.css';

export interface FieldsProps {
  readonly form: ContractForm;
  readonly onChange: (form: ContractForm) => void;
}

/** The list with one row replaced, or without it. */
function replaced<Row>(rows: readonly Row[], index: number, row: Row | undefined): readonly Row[] {
  return rows.flatMap((each, at) => (at === index ? (row === undefined ? [] : [row]) : [each]));
}

function EditorRow(props: {
  readonly name: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <div className="editor-row" role="group" aria-label={props.name}>
      <div className="editor-row-fields">{props.children}</div>
      <ActionIcon aria-label={t('contract.fields.remove', { what: props.name })} onClick={props.onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}

/** Rows have no identity beyond their place while they are written: an id in one of them may change with each letter. */
function placeKey(prefix: string, index: number): string {
  return `${prefix} ${index}`;
}

export function DeliverableFields({ form, onChange }: FieldsProps) {
  const { t } = useTexts();
  const { deliverables } = form;
  return (
    <div className="stack">
      {deliverables.map((row, index) => {
        const change = (changes: Partial<typeof row>): void =>
          onChange({ ...form, deliverables: replaced(deliverables, index, { ...row, ...changes }) });
        return (
          <EditorRow
            key={placeKey('deliverable', index)}
            name={`${t('contract.fields.deliverable')} ${row.deliverableId}`}
            onRemove={() => onChange({ ...form, deliverables: replaced(deliverables, index, undefined) })}
          >
            <TextInput
              className="editor-id"
              label={t('contract.fields.deliverableId')}
              value={row.deliverableId}
              onChange={(event) => change({ deliverableId: event.currentTarget.value })}
            />
            <TextInput
              className="editor-wide"
              label={t('contract.fields.description')}
              value={row.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <TextInput
              label={t('contract.fields.mediaType')}
              value={row.mediaType}
              onChange={(event) => change({ mediaType: event.currentTarget.value })}
            />
            <TextInput
              label={t('contract.fields.schema')}
              value={row.schema}
              onChange={(event) => change({ schema: event.currentTarget.value })}
            />
          </EditorRow>
        );
      })}
      <div>
        <Button
          variant="default"
          onClick={() =>
            onChange({
              ...form,
              deliverables: [
                ...deliverables,
                {
                  deliverableId: nextId(
                    'D',
                    deliverables.map(({ deliverableId }) => deliverableId),
                  ),
                  description: '',
                  mediaType: 'text/markdown',
                  schema: 'urn:heddle:schema:text',
                },
              ],
            })
          }
        >
          {t('contract.fields.addDeliverable')}
        </Button>
      </div>
    </div>
  );
}

export function CriterionFields({ form, onChange }: FieldsProps) {
  const { t } = useTexts();
  const { criteria } = form;
  return (
    <div className="stack">
      {criteria.map((row, index) => {
        const change = (changes: Partial<typeof row>): void =>
          onChange({ ...form, criteria: replaced(criteria, index, { ...row, ...changes }) });
        return (
          <EditorRow
            key={placeKey('criterion', index)}
            name={`${t('contract.fields.criterion')} ${row.criterionId}`}
            onRemove={() => onChange({ ...form, criteria: replaced(criteria, index, undefined) })}
          >
            <TextInput
              className="editor-id"
              label={t('contract.fields.deliverableId')}
              value={row.criterionId}
              onChange={(event) => change({ criterionId: event.currentTarget.value })}
            />
            <TextInput
              className="editor-wide"
              label={t('contract.fields.criterion')}
              value={row.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <Checkbox.Group
              className="editor-full"
              label={t('contract.fields.needs')}
              value={[...row.evidenceRequired]}
              onChange={(evidenceRequired) => change({ evidenceRequired })}
            >
              <div className="evidence-choice">
                {EVIDENCE_TYPES.map((type) => (
                  <Checkbox key={type} value={type} label={evidenceTypeName(t, type)} />
                ))}
              </div>
            </Checkbox.Group>
          </EditorRow>
        );
      })}
      <div>
        <Button
          variant="default"
          onClick={() =>
            onChange({
              ...form,
              criteria: [
                ...criteria,
                {
                  criterionId: nextId(
                    'AC',
                    criteria.map(({ criterionId }) => criterionId),
                  ),
                  description: '',
                  evidenceRequired: ['reviewer_assessment'],
                },
              ],
            })
          }
        >
          {t('contract.fields.addCriterion')}
        </Button>
      </div>
    </div>
  );
}

export function ResourceFields({ form, onChange }: FieldsProps) {
  const { t } = useTexts();
  const { resources } = form;
  return (
    <div className="stack">
      {resources.length === 0 && <p className="muted">{t('contract.fields.noResources')}</p>}
      {resources.map((row, index) => {
        const change = (changes: Partial<typeof row>): void =>
          onChange({ ...form, resources: replaced(resources, index, { ...row, ...changes }) });
        return (
          <EditorRow
            key={placeKey('resource', index)}
            name={`${t('contract.fields.resource')} ${row.resource}`}
            onRemove={() => onChange({ ...form, resources: replaced(resources, index, undefined) })}
          >
            <TextInput
              className="editor-wide"
              label={t('contract.fields.resource')}
              value={row.resource}
              onChange={(event) => change({ resource: event.currentTarget.value })}
            />
            <TextInput
              className="editor-wide"
              label={t('contract.fields.operations')}
              description={t('contract.fields.operationsHint')}
              value={row.operations}
              onChange={(event) => change({ operations: event.currentTarget.value })}
            />
          </EditorRow>
        );
      })}
      <div>
        <Button
          variant="default"
          onClick={() => onChange({ ...form, resources: [...resources, { resource: '', operations: '' }] })}
        >
          {t('contract.fields.addResource')}
        </Button>
      </div>
    </div>
  );
}

export function CapabilityFields(props: FieldsProps & { readonly agents: readonly AgentRow[] }) {
  const { form, onChange, agents } = props;
  const { t } = useTexts();
  const { capabilities } = form;
  const known = [...new Set(agents.flatMap((agent) => agent.capabilities.map(({ id }) => id)))].toSorted();
  return (
    <div className="stack">
      <datalist id="known-capabilities">
        {known.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
      {capabilities.map((row, index) => {
        const change = (changes: Partial<typeof row>): void =>
          onChange({ ...form, capabilities: replaced(capabilities, index, { ...row, ...changes }) });
        const able = agents.filter((agent) =>
          agent.capabilities.some(({ id }) => id === row.id.trim()),
        ).length;
        return (
          <EditorRow
            key={placeKey('capability', index)}
            name={`${t('contract.fields.capability')} ${row.id}`}
            onRemove={() => onChange({ ...form, capabilities: replaced(capabilities, index, undefined) })}
          >
            <TextInput
              className="editor-wide"
              label={t('contract.fields.capability')}
              list="known-capabilities"
              value={row.id}
              onChange={(event) => change({ id: event.currentTarget.value })}
              {...(row.id.trim() === '' ? {} : { description: t('contract.fields.able', { count: able }) })}
            />
            <TextInput
              label={t('contract.fields.version')}
              value={row.version}
              onChange={(event) => change({ version: event.currentTarget.value })}
            />
          </EditorRow>
        );
      })}
      <div>
        <Button
          variant="default"
          onClick={() => onChange({ ...form, capabilities: [...capabilities, { id: '', version: '1.0.0' }] })}
        >
          {t('contract.fields.addCapability')}
        </Button>
      </div>
    </div>
  );
}
