// The main process of the tests in Electron itself. What it is to do comes in the environment.
import electron from 'electron';
import { type StageOptions, startStageShell } from './stage-program.ts';

const options = JSON.parse(process.env['HEDDLE_STAGE'] ?? '') as StageOptions;
startStageShell(electron, options)
  .then(({ world }) => Object.assign(globalThis, { heddleStage: world }))
  .catch((error: unknown) => {
    console.error(error);
    electron.app.exit(1);
  });
