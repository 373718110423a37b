// The commands of `heddle` and their options. It decides nothing: each command lives in a file of its name, which is
// loaded when the command is called.
import { Command, CommanderError } from 'commander';
import { DOCUMENT_KINDS } from '../protocol/document-kinds.ts';
import type { EnrolOptions, InitOptions, ServeOptions, StoreOptions } from './authority.ts';
import type { BundleVerifyOptions } from './bundle.ts';
import type { ConformanceOptions } from './conformance.ts';
import type { AgentInitOptions } from './agent-init.ts';
import type { CoordinateOptions } from './coordinate.ts';
import type { KeygenOptions } from './keygen.ts';
import type { MissionRunOptions } from './mission.ts';
import type { SignOptions } from './sign.ts';
import type { SimulateOptions } from './simulate.ts';
import type { OpenOptions } from './open.ts';
import type { PassphraseOptions, ProfileOptions } from './profile.ts';
import type { StartOptions } from './start.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';
import type { VerifyOptions } from './verify.ts';
import type { WorkerInitOptions, WorkerRunOptions, WorkerStatusOptions } from './worker.ts';

/** A program that runs one command line and answers with its exit code. It never ends the process itself. */
export interface Program {
  run(args: readonly string[]): Promise<ExitCode>;
}

export function createProgram(
  terminal: Terminal,
  environment: { readonly [name: string]: string | undefined },
): Program {
  const { help, bundle } = terminal.words;
  const { help: workerHelp } = terminal.words.worker;
  const { help: missionHelp } = terminal.words.mission;
  let exitCode: ExitCode = EXIT_CODES.yes;
  const program = new Command('heddle')
    .description(terminal.words.program)
    .exitOverride()
    // Options of a command that has subcommands stand before those: both may have the same names.
    .enablePositionalOptions()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });

  const { help: startHelp } = terminal.words.start;
  program
    .command('start')
    .description(startHelp.start)
    .option('--profile <dir>', startHelp.profile)
    .option('--port <number>', startHelp.port)
    .option('--no-open', startHelp.noOpen)
    .action(async (options: StartOptions) => {
      exitCode = await (await import('./start.ts')).runStart(terminal, options, environment);
    });

  program
    .command('open')
    .description(startHelp.openFile)
    .argument('<file>', startHelp.file)
    .option('--no-open', startHelp.noOpen)
    .action(async (file: string, options: OpenOptions) => {
      exitCode = await (await import('./open.ts')).runOpen(terminal, file, options, environment);
    });

  program
    .command('conformance')
    .description(help.conformance)
    .option('--bundle <dir>', help.conformanceBundle)
    .option('--failures-only', help.failuresOnly)
    .option('--json', help.json)
    .action(async (options: ConformanceOptions) => {
      const { MWP_BUNDLE } = environment;
      exitCode = await (
        await import('./conformance.ts')
      ).runConformance(terminal, options, MWP_BUNDLE === undefined ? {} : { MWP_BUNDLE });
    });

  program
    .command('verify')
    .description(help.verify)
    .argument('<files...>', help.verifyFiles)
    .option('--kind <kind>', `${help.kind} (${bundle.kindNeeded}): ${DOCUMENT_KINDS.join(', ')}`)
    .option('--registry <file>', help.registry)
    .option('--json', help.json)
    .action(async (files: readonly string[], options: VerifyOptions & BundleVerifyOptions) => {
      exitCode =
        options.kind === undefined
          ? await (await import('./bundle.ts')).runVerifyBundles(terminal, files, options)
          : await (await import('./verify.ts')).runVerify(terminal, files, options);
    });

  program
    .command('keygen')
    .description(help.keygen)
    .requiredOption('--key-id <id>', help.keyId)
    .requiredOption('--principal <type:id>', help.principal)
    .requiredOption('--out <file>', help.keyOut)
    .option('--registry <file>', help.registryAdd)
    .option('--organization <id>', help.organization)
    .option('--valid-from <timestamp>', help.validFrom)
    .action(async (options: KeygenOptions) => {
      exitCode = await (await import('./keygen.ts')).runKeygen(terminal, options);
    });

  program
    .command('sign')
    .description(help.sign)
    .argument('<file>', help.signFile)
    .requiredOption('--kind <kind>', `${help.kind}: ${DOCUMENT_KINDS.join(', ')}`)
    .requiredOption('--key <file>', help.key)
    .option('--out <file>', help.signOut)
    .action(async (file: string, options: SignOptions) => {
      exitCode = await (await import('./sign.ts')).runSign(terminal, file, options);
    });

  program
    .command('simulate')
    .description(help.simulate)
    .option('--seed <number>', help.simulateSeed)
    .option('--steps <number>', help.simulateSteps)
    .option('--histories <number>', help.simulateHistories)
    .option('--mode <mode>', help.simulateMode)
    .option('--only <steps>', help.simulateOnly)
    .option('--json', help.json)
    .action(async (options: SimulateOptions) => {
      exitCode = await (await import('./simulate.ts')).runSimulate(terminal, options);
    });

  const authority = program.command('authority').description(help.authority);
  authority
    .command('init')
    .description(help.authorityInit)
    .argument('<folder>', help.folder)
    .option('--organization-id <id>', help.organizationId)
    .action(async (folder: string, options: InitOptions) => {
      exitCode = await (await import('./authority.ts')).runAuthorityInit(terminal, folder, options);
    });
  authority
    .command('status')
    .description(help.authorityStatus)
    .argument('<folder>', help.folder)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, options: StoreOptions) => {
      exitCode = await (await import('./authority.ts')).runAuthorityStatus(terminal, folder, options);
    });
  authority
    .command('backup')
    .description(help.authorityBackup)
    .argument('<folder>', help.folder)
    .argument('<target>', help.backupTarget)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, target: string, options: StoreOptions) => {
      exitCode = await (await import('./authority.ts')).runAuthorityBackup(terminal, folder, target, options);
    });
  authority
    .command('verify')
    .description(help.authorityVerify)
    .argument('<folder>', help.folder)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, options: StoreOptions) => {
      exitCode = await (await import('./authority.ts')).runAuthorityVerify(terminal, folder, options);
    });

  authority
    .command('serve')
    .description(help.authorityServe)
    .argument('<folder>', help.folder)
    .option('--host <address>', help.host, '127.0.0.1')
    .option('--port <number>', help.port, '7443')
    .option('--operator-port <number>', help.operatorPort)
    .option('--plain-loopback', help.plainLoopback)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, options: ServeOptions) => {
      exitCode = await (await import('./authority.ts')).runAuthorityServe(terminal, folder, options);
    });
  authority
    .command('enrol')
    .description(help.authorityEnrol)
    .argument('<folder>', help.folder)
    .requiredOption('--principal <type:id>', help.principal)
    .requiredOption('--key-id <id>', help.keyId)
    .requiredOption('--public-key <base64url>', help.publicKey)
    .option('--valid-from <timestamp>', help.validFrom)
    .option('--card <file>', help.card)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, options: EnrolOptions) => {
      exitCode = await (await import('./authority.ts')).runAuthorityEnrol(terminal, folder, options);
    });
  authority
    .command('archive')
    .description(help.authorityArchive)
    .argument('<folder>', help.folder)
    .argument('<group>', help.group)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, groupId: string, options: StoreOptions) => {
      exitCode = await (
        await import('./authority.ts')
      ).runAuthorityArchive(terminal, folder, groupId, options);
    });
  authority
    .command('export')
    .description(bundle.exportHelp)
    .argument('<folder>', help.folder)
    .argument('<target>', bundle.exportTarget)
    .argument('[groups...]', bundle.exportGroups)
    .option('--database-url <url>', help.databaseUrl)
    .action(async (folder: string, target: string, groupIds: readonly string[], options: StoreOptions) => {
      exitCode = await (
        await import('./bundle.ts')
      ).runAuthorityExport(terminal, folder, { target, groupIds, ...options });
    });

  const worker = program.command('worker').description(workerHelp.worker);
  worker
    .command('init')
    .description(workerHelp.init)
    .argument('<folder>', workerHelp.folder)
    .requiredOption('--authority <origin>', workerHelp.authority)
    .requiredOption('--name <name>', workerHelp.name)
    .option('--ca <file>', workerHelp.ca)
    .option('--organization <id>', workerHelp.organization)
    .option('--organization-folder <dir>', workerHelp.organizationFolder)
    .option('--agent-id <id>', workerHelp.agentId)
    .option('--owner <type:id>', workerHelp.owner)
    .option('--capability <id@version=program>', workerHelp.capability, collect)
    .option('--base <file>', workerHelp.base)
    .action(async (folder: string, options: WorkerInitOptions) => {
      exitCode = await (await import('./worker.ts')).runWorkerInit(terminal, folder, options, environment);
    });
  worker
    .command('run')
    .description(workerHelp.run)
    .argument('<folder>', workerHelp.folder)
    .option('--input <folder:name=dir>', workerHelp.input, collect)
    .option('--json', workerHelp.json)
    .option('--verbose', workerHelp.verbose)
    .action(async (folder: string, options: WorkerRunOptions) => {
      exitCode = await (await import('./worker.ts')).runWorkerRun(terminal, folder, options, environment);
    });
  worker
    .command('status')
    .description(workerHelp.status)
    .argument('<folder>', workerHelp.folder)
    .option('--json', workerHelp.json)
    .action(async (folder: string, options: WorkerStatusOptions) => {
      exitCode = await (await import('./worker.ts')).runWorkerStatus(terminal, folder, options);
    });

  const { help: coordinateHelp } = terminal.words.coordinate;
  const coordinate = program.command('coordinate').enablePositionalOptions();
  coordinate
    .description(coordinateHelp.coordinate)
    .option('--authority <origin>', coordinateHelp.authority)
    .option('--policy <file>', coordinateHelp.policy)
    .option('--ca <file>', coordinateHelp.ca)
    .option('--folder <dir>', coordinateHelp.folder, '.')
    .option('--agent-id <id>', coordinateHelp.agentId)
    .option('--once', coordinateHelp.once)
    .option('--wait-for-session', coordinateHelp.waitForSession)
    .option('--json', coordinateHelp.json)
    .action(async (options: CoordinateOptions) => {
      exitCode = await (await import('./coordinate.ts')).runCoordinate(terminal, options);
    });
  coordinate
    .command('init')
    .description(coordinateHelp.init)
    .argument('<folder>', coordinateHelp.madeFolder)
    .requiredOption('--authority <origin>', coordinateHelp.initAuthority)
    .requiredOption('--name <name>', coordinateHelp.name)
    .option('--ca <file>', coordinateHelp.ca)
    .option('--organization <id>', coordinateHelp.organization)
    .option('--organization-folder <dir>', coordinateHelp.organizationFolder)
    .option('--agent-id <id>', coordinateHelp.initAgentId)
    .option('--owner <type:id>', coordinateHelp.owner)
    .action(async (folder: string, options: AgentInitOptions) => {
      exitCode = await (await import('./coordinate.ts')).runCoordinateInit(terminal, folder, options);
    });
  coordinate
    .command('stop')
    .description(coordinateHelp.stop)
    .argument('<folder>', coordinateHelp.madeFolder)
    .action(async (folder: string) => {
      exitCode = await (await import('./coordinate.ts')).runCoordinateSwitch(terminal, folder, true);
    });
  coordinate
    .command('resume')
    .description(coordinateHelp.resume)
    .argument('<folder>', coordinateHelp.madeFolder)
    .action(async (folder: string) => {
      exitCode = await (await import('./coordinate.ts')).runCoordinateSwitch(terminal, folder, false);
    });

  const { help: profileHelp } = terminal.words.profile;
  const profile = program.command('profile').description(profileHelp.profile);
  profile
    .command('backup')
    .description(profileHelp.backup)
    .argument('[target]', profileHelp.target)
    .option('--profile <dir>', profileHelp.folder)
    .option('--passphrase-file <file>', profileHelp.passphraseFile)
    .action(async (target: string | undefined, options: ProfileOptions & PassphraseOptions) => {
      const { runProfileBackup } = await import('./profile.ts');
      exitCode = await runProfileBackup(terminal, target, options, environment);
    });
  profile
    .command('restore')
    .description(profileHelp.restore)
    .argument('<backup>', profileHelp.backupFolder)
    .argument('<folder>', profileHelp.newProfile)
    .requiredOption('--passphrase-file <file>', profileHelp.passphraseFile)
    .action(async (backup: string, folder: string, options: PassphraseOptions) => {
      const { runProfileRestore } = await import('./profile.ts');
      exitCode = await runProfileRestore(terminal, backup, folder, options);
    });
  profile
    .command('check')
    .description(profileHelp.check)
    .argument('[backup]', profileHelp.checked)
    .option('--profile <dir>', profileHelp.folder)
    .action(async (backup: string | undefined, options: ProfileOptions) => {
      const { runProfileCheck } = await import('./profile.ts');
      exitCode = await runProfileCheck(terminal, backup, options, environment);
    });

  const mission = program.command('mission').description(missionHelp.mission);
  mission
    .command('run')
    .description(missionHelp.run)
    .argument('[brief]', missionHelp.brief)
    .option('--input <dir>', missionHelp.input, collect)
    .option('--out <dir>', missionHelp.out)
    .option('--approve-final <keyfile>', missionHelp.approveFinal)
    .option('--owner-key <keyfile>', missionHelp.ownerKey)
    .option('--resume <dir>', missionHelp.resume)
    .option('--json', missionHelp.json)
    .option('--authority <origin>', missionHelp.authority)
    .option('--ca <file>', missionHelp.ca)
    .option('--organization <id>', missionHelp.organization)
    .option('--coordinator-key <keyfile>', missionHelp.coordinatorKey)
    .option('--coordinator-agent <id>', missionHelp.coordinatorAgent)
    .action(async (brief: string | undefined, options: MissionRunOptions) => {
      exitCode = await (await import('./mission.ts')).runMissionRun(terminal, brief, options, environment);
    });

  return {
    async run(args) {
      try {
        // Called without anything, it says what it can do; that is no mistake of the caller.
        await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
        return exitCode;
      } catch (error) {
        if (error instanceof CommanderError)
          return error.exitCode === 0 ? EXIT_CODES.yes : EXIT_CODES.unusable;
        if (error instanceof UserFault) {
          terminal.err(error.message);
          return EXIT_CODES.unusable;
        }
        terminal.err(terminal.words.notKept);
        terminal.err(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
        return EXIT_CODES.unusable;
      }
    },
  };
}

/** An option that may be repeated. */
function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
