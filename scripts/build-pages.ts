import { join } from 'node:path'
import { build } from 'vite'
import { listInputs } from './list-inputs.ts'
import { licenceTexts } from './licence-texts.ts'
import { BUNDLED } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')

/** The bundles, with a banner that points to the licences of their contents. */
const BUNDLES = {
  tracker: '/*! Backline, with Preact and uPlot (MIT): /tracker/licences.txt */',
  portal: '/*! Backline, with Preact (MIT): /portal/assets/licences.txt */',
} as const

/** Browsers that support `light-dark()`; older ones would need every style twice. */
const TARGET = ['chrome123', 'safari17.5', 'firefox120']

/**
 * Bundles the tracker and the portal, each into one minified script and one style sheet, and
 * collects the licences of their contents. Calls `onInput` with the path of each module. Returns
 * the content of each file by path. Deterministic. Rejects with the error of the bundler.
 */
export async function buildPages(
  onInput: (path: string) => void,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {}
  for (const [name, banner] of Object.entries(BUNDLES)) {
    Object.assign(files, await bundle(name, banner, onInput))
  }
  return { ...files, 'web/built/licences.txt': licenceTexts(BUNDLED.pages) }
}

async function bundle(
  name: string,
  banner: string,
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
        input: join(ROOT, 'web', name, 'main.tsx'),
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
