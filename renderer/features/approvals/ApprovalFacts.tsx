// What both kinds of approval have in common: who signs, whether the Command can go out at all, and what waits for it.
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ApprovalRow } from '../../../core/contract/approvals.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import './approvals.css';

export function ApprovalFacts(props: { readonly row: ApprovalRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <>
      <dt>{t('approvals.signer')}</dt>
      <dd>
        {row.signer === undefined ? (
          <span className="bad">{t('approvals.noSigner')}</span>
        ) : (
          <>
            <span className="strong">{row.signer.name}</span>{' '}
            <span className="muted">({t(`common.actor.${row.signer.type}`)})</span>
          </>
        )}
      </dd>
    </>
  );
}

/** F1: whether a Command of the signer can go out at this connection. */
export function PathNote(props: { readonly path: ApprovalRow['path'] }) {
  const { path } = props;
  const { t } = useTexts();
  if (path === 'open') return null;
  return (
    <div className="path-note">
      <IconPlugConnectedX size={16} aria-hidden />
      <p>{t(`approvals.path.${path}`)}</p>
    </div>
  );
}

export function BlockedList(props: { readonly row: ApprovalRow }) {
  const { row } = props;
  const { t } = useTexts();
  if (row.blocks.length === 0) return <p className="muted">{t('approvals.blocks.none')}</p>;
  return (
    <ul className="plain-list">
      {row.blocks.map(({ object, title }) => (
        <li key={`${object.groupId} ${object.id}`}>
          {object.type === 'workItem' ? (
            <a
              href={hrefOf('work', {
                connectionId: object.connectionId,
                groupId: object.groupId,
                workItemId: object.id,
              })}
            >
              {title}
            </a>
          ) : (
            title
          )}
          {row.isCritical && <span className="muted"> · {t('approvals.critical')}</span>}
        </li>
      ))}
    </ul>
  );
}
