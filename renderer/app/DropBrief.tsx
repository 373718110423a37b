// A Mission brief dropped anywhere on the window is checked at once.
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/i18n.ts';
import { takeBriefFile } from '../features/briefs/brief-file.ts';
import { go } from './route.ts';
import { useInstallation } from './settings.tsx';

export function DropBrief() {
  const { t } = useTexts();
  const { capabilities } = useInstallation();
  const [isOver, setIsOver] = useState(false);
  const isOn = capabilities.features.briefs;
  useEffect(() => {
    if (!isOn) return undefined;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      // Else the browser would open the file in place of the window.
      event.preventDefault();
      takeBriefFile(file).then(
        () => go('briefs', {}),
        (fault: unknown) => console.error('The file could not be read', fault),
      );
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isOn]);
  return isOver ? <div className="drop-brief">{t('frame.dropHere')}</div> : null;
}
