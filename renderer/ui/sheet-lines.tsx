// The lines of a command sheet: signer, changes, checks. A fix panel and a takeover use them, too.
import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronDown, IconCircleDashed, IconX } from '@tabler/icons-react';
import type { CommandSheetModel } from '../../core/contract/intents.ts';
import type { ContractActor, FactChangeModel } from '../../core/contract/values.ts';
import { type Texts, useTexts } from '../i18n/i18n.ts';

export function SignerLine(props: {
  readonly sheet: CommandSheetModel;
  readonly onChoose: (actor: ContractActor) => void;
}) {
  const { sheet, onChoose } = props;
  const { t } = useTexts();
  const { signer } = sheet;
  return (
    <div className="line">
      {signer === undefined ? (
        <span className="bad strong">{t('sheet.noSigner')}</span>
      ) : (
        <span>
          <span className="strong">{signer.person.name}</span>{' '}
          <span className="muted">
            ({t(`common.actor.${signer.person.type}`)}, {t(`common.role.${signer.role}`)})
            {epochTexts(signer.epochs, t).map((text) => ` · ${text}`)}
          </span>
          {signer.key !== 'usable' && <span className="warn"> · {t(`sheet.keyState.${signer.key}`)}</span>}
        </span>
      )}
      {sheet.signers.length > (signer === undefined ? 0 : 1) && (
        <Menu>
          <Menu.Target>
            <Button size="compact-xs" variant="subtle" rightSection={<IconChevronDown size={12} />}>
              {t('sheet.chooseSigner')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sheet.signers.map(({ person, role, refusal }) => (
              <Menu.Item key={`${person.type} ${person.id}`} onClick={() => onChoose(person)}>
                {person.name} ({t(`common.actor.${person.type}`)}, {t(`common.role.${role}`)})
                {refusal !== undefined && <span className="reason">{refusal.words.text}</span>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

/** Whoever signs a document inside the Command beside its signer. */
export function FurtherSigners(props: {
  readonly signers: NonNullable<CommandSheetModel['furtherSigners']>;
}) {
  const { t } = useTexts();
  return (
    <ul className="plain-list">
      {props.signers.map(({ person, role, key, documents }) => (
        <li key={`${person.type} ${person.id}`}>
          <span className="strong">{person.name}</span>{' '}
          <span className="muted">
            ({t(`common.actor.${person.type}`)}, {t(`common.role.${role}`)}) ·{' '}
            {documents.map(({ kind, count }) => (count === 1 ? kind : `${count} × ${kind}`)).join(', ')}
          </span>
          {key !== 'usable' && <span className="warn"> · {t(`sheet.keyState.${key}`)}</span>}
        </li>
      ))}
    </ul>
  );
}

function epochTexts(epochs: NonNullable<CommandSheetModel['signer']>['epochs'], t: Texts): readonly string[] {
  return (['session', 'membership', 'coordinator'] as const).flatMap((name) => {
    const epoch = epochs[name];
    return epoch === undefined ? [] : [t(`sheet.${name}`, { epoch })];
  });
}

export function SheetChanges(props: { readonly sheet: CommandSheetModel }) {
  const { sheet } = props;
  const { t } = useTexts();
  return (
    <div className="stack">
      {sheet.changes.length === 0 && <span className="muted">{t('sheet.noChanges')}</span>}
      {sheet.changes.map(({ object, title, changes }) => (
        <div key={`${object.type} ${object.id}`}>
          {sheet.changes.length > 1 && <div className="label">{title}</div>}
          <ChangeList changes={changes} />
        </div>
      ))}
      {sheet.expectedRevision !== undefined && (
        <span className="muted">{t('sheet.expectedRevision', { revision: sheet.expectedRevision })}</span>
      )}
    </div>
  );
}

/** Facts before and after. */
export function ChangeList(props: { readonly changes: readonly FactChangeModel[] }) {
  const { t } = useTexts();
  return (
    <ul className="plain-list change-list">
      {props.changes.map((change) => (
        <li key={change.fact}>
          <span className="muted">{change.words.text}</span>
          <span>
            {change.before !== undefined && (
              <del>
                <span className="visually-hidden">{t('sheet.before')} </span>
                {factText(change.before, t)}
              </del>
            )}
            {change.before !== undefined && change.after !== undefined && <span aria-hidden> → </span>}
            {change.after !== undefined && (
              <ins>
                <span className="visually-hidden">{t('sheet.after')} </span>
                {factText(change.after, t)}
              </ins>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A value of a fact as text. */
export function factText(value: string | number | boolean | readonly string[], t: Texts): string {
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
  if (typeof value === 'object') return value.length === 0 ? t('common.none') : value.join(', ');
  return String(value);
}

const CHECK_SIGNS = {
  passed: IconCheck,
  warning: IconAlertTriangle,
  failed: IconX,
  open: IconCircleDashed,
} as const;

export function ChecksLine(props: { readonly checks: CommandSheetModel['checks'] }) {
  const { t } = useTexts();
  return (
    <ul className="plain-list check-list">
      {props.checks.map((check) => {
        const Sign = CHECK_SIGNS[check.status];
        return (
          <li key={`${check.id} ${check.words.text}`} data-status={check.status}>
            <Sign size={14} aria-hidden />
            <span className="visually-hidden">{t(`sheet.check.${check.status}`)}: </span>
            {check.words.text}
          </li>
        );
      })}
    </ul>
  );
}
