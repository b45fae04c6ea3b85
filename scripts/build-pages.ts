import { join } from 'node:path'
import { build } from 'vite'
import { listInputs } from './list-inputs.ts'
import { buildSearchIndex } from './docs-search/build-search-index.ts'
import { licenceTexts } from './licence-texts.ts'
import { BUNDLED } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')

/** A script with its styles. */
interface Bundle {
  /** Path of its first module, from `web/`. */
  readonly entry: string
  /** A comment that points to the licences of its contents. */
  readonly banner: string
}

/** The bundles by name. */
const BUNDLES: Readonly<Record<string, Bundle>> = {
  tracker: {
    entry: 'tracker/main.tsx',
    banner: '/*! Backline, with Preact and uPlot (MIT): /tracker/licences.txt */',
  },
  portal: {
    entry: 'portal/main.tsx',
    banner: '/*! Backline, with Preact (MIT): /portal/assets/licences.txt */',
  },
  docs: { entry: 'docs/main.ts', banner: '/*! Backline */' },
  'docs-search': {
    entry: 'docs/search/main.ts',
    banner: '/*! Backline, with MiniSearch (MIT): /tracker/licences.txt */',
  },
}

/** Browsers that support `light-dark()`; older ones would need every style twice. */
const TARGET = ['chrome123', 'safari17.5', 'firefox120']

/**
 * Bundles the scripts of the pages, each into one minified script and one style sheet, builds the
 * search index of the documentation, and collects the licences of the contents. Calls `onInput`
 * with the path of each module and document. Returns the content of each file by path.
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
    'web/built/docs-search.json': buildSearchIndex(onInput),
    'web/built/licences.txt': licenceTexts(BUNDLED.pages),
  }
}

async function buildBundle(
  name: string,
  { entry, banner }: Bundle,
  onInput: (path: string) => void,
): Promise<Readonly<Record<string, string>>> {
  const result = await build({
    configFile: false,
    root: join(ROOT, 'web'),
    publicDir: false,
    logLevel: 'error',
    plugins: [{ ...listInputs(onInput), enforce: 'pre' }],
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: TARGET,
      cssTarget: TARGET,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(ROOT, 'web', entry),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
          codeSplitting: false,
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
      files[`web/built/${fileName}`] = code ?? textOf(source)
    }
  }
  return files
}

function textOf(source: string | Uint8Array | undefined): string {
  return typeof source === 'string' ? source : Buffer.from(source ?? []).toString('utf8')
}
