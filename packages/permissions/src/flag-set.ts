/**
 * The names of an application's permissions.
 *
 * @typeParam Flag the names that have a bit of their own
 * @typeParam Group the names that several flags satisfy
 *
 * @example
 * const table: FlagTable<'read' | 'write', never> = { flags: { read: 1, write: 2 } };
 */
export interface FlagTable<Flag extends string, Group extends string> {
  /** The bit of each flag: a power of two up to 2 ** 30, used once. */
  readonly flags: Readonly<Record<Flag, number>>;
  /** Further names to ask for, each satisfied by any one of its flags. Default: none. */
  readonly groups?: Readonly<Record<Group, readonly NoInfer<Flag>[]>>;
}

/**
 * Flags packed into the bits of one number; part of the result of `createPermissions`.
 *
 * @typeParam Flag the names that have a bit of their own
 * @typeParam Group the names that several flags satisfy
 *
 * @example
 * const flagSet: FlagSet<'read' | 'write', never> = createPermissions({
 *   flags: { read: 1, write: 2 },
 *   holders: {},
 * });
 */
export interface FlagSet<Flag extends string, Group extends string> {
  /**
   * The bit of a flag, the bits of a group, or those of several names together.
   *
   * @throws {RangeError} for a name that is not in the table
   */
  readonly maskOf: (...names: readonly (Flag | Group)[]) => number;
  /**
   * Whether bits satisfy a flag, or any one flag of a group.
   *
   * @throws {RangeError} for a name that is not in the table
   */
  readonly has: (bits: number, name: Flag | Group) => boolean;
  /** Every flag of the table with true or false. Bits of no flag are left out. */
  readonly objectOf: (bits: number) => Record<Flag, boolean>;
  /**
   * The bits of an object. Only `true` sets a flag, and a group stands for all of its flags. What
   * is absent, and bits of no flag, are taken from `previousBits` (default 0), so that nothing is
   * lost that a newer version granted.
   *
   * @throws {RangeError} for a name that is not in the table
   */
  readonly bitsOf: (
    object: Readonly<Partial<Record<Flag | Group, boolean>>>,
    previousBits?: number,
  ) => number;
}

/** Access rules that are not names of permissions. */
const RESERVED_NAMES = /^(public|authenticated|admin)$/;

/**
 * Packs named flags into the bits of one number and back.
 *
 * @param table the names and bits
 * @throws {RangeError} for a bit that is not one of its own, a name that is used twice or means
 *   something else (`public`, `authenticated`, `admin`), and a group of an unknown flag
 *
 * @example
 * const set = createFlagSet({ flags: { read: 1, write: 2 } });
 * set.bitsOf({ write: true }, 1); // 3
 * set.objectOf(2); // { read: false, write: true }
 */
export function createFlagSet<Flag extends string, Group extends string = never>(
  table: FlagTable<Flag, Group>,
): FlagSet<Flag, Group>;
export function createFlagSet({
  flags,
  groups = {},
}: FlagTable<string, string>): FlagSet<string, string> {
  // A map, because an object answers to names such as `constructor`, too.
  const masks = new Map<string, number>();
  const maskOf = (...names: readonly string[]) =>
    names.reduce((sum, name) => {
      const mask = masks.get(name);
      if (mask === undefined) throw new RangeError(`unknown permission: ${name}`);
      return sum | mask;
    }, 0);
  const add = (name: string, mask: number, isUsable: boolean) => {
    if (!isUsable || masks.has(name) || RESERVED_NAMES.test(name)) {
      throw new RangeError(`unusable permission: ${name}`);
    }
    masks.set(name, mask);
  };
  for (const [name, bit] of Object.entries(flags)) {
    // Refuses bits above 2 ** 30, because JavaScript's bit operators work on signed 32-bit integers.
    const isOneBit = bit > 0 && (bit & -bit) === bit;
    add(name, bit, isOneBit && ![...masks.values()].includes(bit));
  }
  const flagEntries = [...masks];
  for (const [name, members] of Object.entries(groups)) add(name, maskOf(...members), true);

  return {
    maskOf,
    has: (bits, name) => (bits & maskOf(name)) !== 0,
    objectOf: (bits) =>
      Object.fromEntries(flagEntries.map(([name, bit]) => [name, (bits & bit) !== 0])),
    bitsOf(object, previousBits = 0) {
      let bits = previousBits;
      for (const [name, isGranted] of Object.entries(object)) {
        const mask = maskOf(name);
        // Addition and subtraction, because `|` and `& ~` would cut off the bits above 31.
        if (isGranted !== undefined) bits += (isGranted === true ? mask : 0) - (bits & mask);
      }
      return bits;
    },
  };
}
