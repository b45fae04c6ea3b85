import module from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment in which a thread or a process without that of this one finds what was compiled before; empty where nothing
 * is kept. Node adds a folder for its version.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = module.getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
