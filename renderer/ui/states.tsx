// The designed states of a place: empty, broken, loading.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Fault } from '../../core/contract/values.ts';
import { useTexts } from '../i18n/i18n.ts';
import './states.css';

/** What this place is for, and the one next action. */
export function EmptyState(props: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly body?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty-state">
      {props.icon !== undefined && (
        <div className="empty-state-icon" aria-hidden>
          {props.icon}
        </div>
      )}
      <h3>{props.title}</h3>
      {props.body !== undefined && <div className="empty-state-body">{props.body}</div>}
      {props.action}
    </div>
  );
}

/** What happened, why, and what to do. */
export function BrokenState(props: {
  readonly title: string;
  readonly why?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty-state" role="alert">
      <div className="empty-state-icon bad" aria-hidden>
        <IconPlugConnectedX size={28} stroke={1.5} />
      </div>
      <h3>{props.title}</h3>
      {props.why !== undefined && <div className="empty-state-body">{props.why}</div>}
      {props.action}
    </div>
  );
}

/** Why something that a person asked for was not done, with its code. */
export function FaultNote(props: { readonly fault: Fault; readonly onRetry?: () => void }) {
  const { fault, onRetry } = props;
  const { t } = useTexts();
  return (
    <div className="fault-note" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div className="grow">
        <div>{fault.words.text}</div>
        <div className="mono fault-note-code">{t('common.refusedCode', { code: fault.code })}</div>
      </div>
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}

/** The host did not answer what a person asked. */
export function LostNote(props: { readonly onRetry?: () => void }) {
  const { t } = useTexts();
  return (
    <div className="fault-note" role="alert">
      <IconPlugConnectedX size={16} aria-hidden />
      <div className="grow">{t('common.lostHost')}</div>
      {props.onRetry !== undefined && (
        <Button variant="default" onClick={props.onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}

/** Stands in for rows that are on their way; shows itself only after 200 ms. */
export function Skeleton(props: { readonly rows?: number }) {
  const { t } = useTexts();
  return (
    <div className="skeleton" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: props.rows ?? 6 }, (_, index) => (
        <div key={index} className="skeleton-row" style={{ width: `${90 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
