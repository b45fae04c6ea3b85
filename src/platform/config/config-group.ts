import type { Setting } from './setting.ts'

/** The settings of one product, by environment variable. */
export type SettingGroup = Readonly<Record<string, Setting<unknown>>>

/** The value that a setting is parsed into. */
export type SettingValue<S> = S extends Setting<infer Value> ? Value : never

/**
 * Returns the parsed value of a setting. For an invalid setting, reports the problem once and
 * returns `undefined`; the configuration as a whole is then rejected.
 */
export type ReadSetting<Group extends SettingGroup> = <Name extends keyof Group>(
  name: Name,
) => SettingValue<Group[Name]>

/** The configuration of one product: its settings and how their values are combined. */
export interface ConfigGroup<Group extends SettingGroup, Value> {
  readonly settings: Group
  /**
   * Builds the frozen value. Adds to `problems` one sentence for each invalid combination of
   * settings.
   */
  readonly read: (read: ReadSetting<Group>, problems: string[]) => Value
}

/** The value of a group, inferred from its declaration. */
export type ConfigOf<Declared> =
  Declared extends ConfigGroup<infer _Group, infer Value> ? Readonly<Value> : never

/** Declares the configuration of a product. `app/config` merges all groups. */
export function defineConfig<const Group extends SettingGroup, const Value extends object>(
  settings: Group,
  read: (read: ReadSetting<Group>, problems: string[]) => Value,
): ConfigGroup<Group, Value> {
  return { settings, read }
}
