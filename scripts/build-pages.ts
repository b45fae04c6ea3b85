import { join } from 'node:path'
import { build } from 'vite'
import { listInputs } from './list-inputs.ts'
import { buildSearchIndexes } from './docs-search/build-search-index.ts'
import { licenseTexts } from './license-texts.ts'
import { BUNDLED } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')

/** A script with its styles. */
interface Bundle {
  /** Path of its first module, from `web/`. */
  readonly entry: string
  /** A comment that points to the licenses of its contents. */
  readonly banner: string
  /** Whether the server runs it, to render first screens. */
  readonly isServer?: boolean
  /** Whether modules that are imported on demand become scripts of their own. */
  readonly isSplit?: boolean
  /** Folder of the font, if a proxy may hide that of the documentation from the page. */
  readonly fontFolder?: string
}

/** Folder of the font in `web/shared/styles/fonts.css`. */
const FONT_FOLDER = '/docs/assets/'

/** The bundles by name. */
const BUNDLES: Readonly<Record<string, Bundle>> = {
  tracker: {
    entry: 'tracker/main.tsx',
    banner: '/*! Backline, with Preact and uPlot (MIT): /tracker/licenses.txt */',
    isSplit: true,
  },
  'first-screen': {
    entry: 'tracker/first-screen/main.ts',
    banner: '/*! Backline, with Preact and uPlot (MIT): licenses.txt */',
    isServer: true,
  },
  portal: {
    entry: 'portal/main.tsx',
    banner: '/*! Backline, with Preact (MIT): /portal/assets/licenses.txt */',
    isSplit: true,
    fontFolder: '/portal/assets/',
  },
  preferences: { entry: 'shared/preferences/main.ts', banner: '/*! Backline */' },
  status: { entry: 'status/main.ts', banner: '/*! Backline */' },
  'service-worker': { entry: 'tracker/offline/worker.ts', banner: '/*! Backline */' },
  docs: { entry: 'docs/main.ts', banner: '/*! Backline */' },
  'docs-start': { entry: 'docs/start/main.ts', banner: '/*! Backline */' },
  'docs-try-it': { entry: 'docs/try-it/main.ts', banner: '/*! Backline */' },
  'docs-search': {
    entry: 'docs/search/main.ts',
    banner: '/*! Backline, with MiniSearch (MIT): /tracker/licenses.txt */',
  },
}

/** Browsers that support `light-dark()`; older ones would need every style twice. */
const TARGET = ['chrome123', 'safari17.5', 'firefox120']

/**
 * Replaces the bundler's function around dynamic imports, which preloads the styles of a script.
 * All styles are in one sheet.
 */
const WITHOUT_PRELOADS = {
  name: 'without-preloads',
  enforce: 'pre',
  load: (id: string) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
} as const

/**
 * Bundles the scripts of the pages, each into one minified script, those that it loads on demand,
 * and one style sheet, builds the search indexes of the documentation, and collects the licenses of
 * the contents. Calls `onInput` with the path of each module and document. Returns the content of
 * each file by path.
 * Deterministic. Rejects with the error of the bundler.
 */
export async function buildPages(
  onInput: (path: string) => void,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {}
  for (const [name, bundle] of Object.entries(BUNDLES)) {
    Object.assign(files, await buildBundle(name, bundle, onInput))
  }
  return {
    ...files,
    ...Object.fromEntries(
      Object.entries(buildSearchIndexes(onInput)).map(([name, text]) => [
        `web/built/${name}`,
        text,
      ]),
    ),
    'web/built/licenses.txt': licenseTexts(BUNDLED.pages),
  }
}

async function buildBundle(
  name: string,
  { entry, banner, isSplit = false, isServer = false, fontFolder = FONT_FOLDER }: Bundle,
  onInput: (path: string) => void,
): Promise<Readonly<Record<string, string>>> {
  const result = await build({
    configFile: false,
    root: join(ROOT, 'web'),
    // Scripts import each other by their own addresses.
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [WITHOUT_PRELOADS, { ...listInputs(onInput), enforce: 'pre' }],
    define: { 'process.env.NODE_ENV': '"production"' },
    // The production image has no Preact beside the bundle.
    ssr: { noExternal: true },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      ssr: isServer,
      target: TARGET,
      cssTarget: TARGET,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(ROOT, 'web', entry),
        // Scripts that load on demand import from the first one instead of a third.
        preserveEntrySignatures: isSplit ? 'allow-extension' : 'strict',
        output: {
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}-[name].js`,
          assetFileNames: `${name}[extname]`,
          // One script of what several need: every script compresses and loads on its own.
          codeSplitting: isSplit && { groups: [{ name: 'shared', minShareCount: 5 }] },
          postBanner: banner,
        },
      },
    },
  })
  const files: Record<string, string> = {}
  for (const { output } of [result].flat() as readonly {
    readonly output: readonly {
      readonly fileName: string
      readonly code?: string
      readonly source?: string | Uint8Array
    }[]
  }[]) {
    for (const { fileName, code, source } of output) {
      files[`web/built/${fileName}`] = code ?? textOf(source).replaceAll(FONT_FOLDER, fontFolder)
    }
  }
  return files
}

function textOf(source: string | Uint8Array | undefined): string {
  return typeof source === 'string' ? source : Buffer.from(source ?? []).toString('utf8')
}
