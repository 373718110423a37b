// A content that differs, kept for a report.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ArtifactRow } from '../../../core/contract/artifacts.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';

/** Puts manifest, verdict and what was found instead into a folder. */
export function KeepBoth(props: { readonly row: ArtifactRow; readonly path: string | undefined }) {
  const { connectionId, groupId, contentHash } = props.row;
  const { t } = useTexts();
  const keep = useRequest(useDesk().artifacts.keepBoth);
  const [kept, setKept] = useState<{ readonly folder: string; readonly files: readonly string[] }>();
  const run = async (): Promise<void> => {
    const path = props.path === undefined ? {} : { path: props.path };
    const made = await keep.run({ connectionId, groupId, contentHash, ...path });
    if (made !== undefined) setKept(made);
  };
  return (
    <div className="stack">
      <div>
        <Button variant="default" loading={keep.isRunning} onClick={() => drop(run)}>
          {t('artifacts.acts.keepBoth')}
        </Button>
      </div>
      {kept !== undefined && (
        <p role="status">
          {t('artifacts.differs.keptIn')} <span className="mono artifact-hash">{kept.folder}</span> (
          {kept.files.join(', ')})
        </p>
      )}
      {keep.fault !== undefined && <FaultNote fault={keep.fault} />}
      {keep.isLost && <LostNote />}
    </div>
  );
}
