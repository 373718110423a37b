// A path of a file or a folder: typed, or chosen in a dialog where the shell has one. The host opens it; nothing of the file
// comes into the window.
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useInstallation } from '../app/settings.tsx';
import { useTexts } from '../i18n/i18n.ts';
import type { FilePurpose } from '../transport/desktop.ts';
import { drop } from './drop.ts';
import './path-input.css';

export function PathInput(
  props: Pick<TextInputProps, 'label' | 'description' | 'placeholder'> & {
    readonly purpose: FilePurpose;
    readonly path: string;
    readonly onPath: (path: string) => void;
  },
) {
  const { purpose, path, onPath, ...texts } = props;
  const { t } = useTexts();
  const { capabilities } = useInstallation();
  const { heddleDesktop } = window;
  const choose = async (): Promise<void> => {
    const chosen = await heddleDesktop?.chooseFile(purpose);
    if (chosen !== undefined) onPath(chosen);
  };
  const field = (
    <TextInput
      {...texts}
      className="grow"
      classNames={{ input: 'mono' }}
      value={path}
      spellCheck={false}
      onChange={(event) => onPath(event.currentTarget.value)}
    />
  );
  if (!capabilities.features.nativeDialogs || heddleDesktop === undefined) return field;
  return (
    <div className="path-input">
      {field}
      <Button variant="default" onClick={() => drop(choose)}>
        {t('common.choose')}
      </Button>
    </div>
  );
}
