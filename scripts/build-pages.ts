import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { BUNDLED } from './production-packages.ts'

const ROOT = join(import.meta.dirname, '..')

/** Where whoever reads the script finds what its parts ask for. */
const BANNER = '/*! Backline, with Preact and uPlot (MIT): /tracker/licences.txt */'

/** Browsers that know `light-dark()`: everything older would need the styles written out twice. */
const TARGET = ['chrome123', 'safari17.5', 'firefox120']

/**
 * Bundles the tracker: one script and one style, made small, and the licences of what is in them, by the files they are
 * kept in. The same sources make the same bytes. Throws with what the bundler said.
 */
export async function buildPages(): Promise<Readonly<Record<string, string>>> {
  const made = await build({
    configFile: false,
    root: join(ROOT, 'web'),
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: TARGET,
      cssTarget: TARGET,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(ROOT, 'web', 'tracker', 'main.tsx'),
        output: {
          entryFileNames: 'tracker.js',
          assetFileNames: 'tracker[extname]',
          codeSplitting: false,
          postBanner: BANNER,
        },
      },
    },
  })
  const files: Record<string, string> = {}
  for (const { output } of [made].flat() as readonly {
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
  return { ...files, 'web/built/licences.txt': licences() }
}

function licences(): string {
  return BUNDLED.map((name) => {
    const folder = join(ROOT, 'node_modules', name)
    return `${name}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`
  }).join('\n\n')
}

function textOf(source: string | Uint8Array | undefined): string {
  return typeof source === 'string' ? source : Buffer.from(source ?? []).toString('utf8')
}
