/** The columns of the head and of every row: name, size, time, type, menu. */
export const LIST_COLUMNS_CLASS =
  'grid grid-cols-[minmax(0,1fr)_6rem_9rem_2.25rem] items-center gap-x-5 px-3 xl:grid-cols-[minmax(0,1fr)_6rem_10rem_8rem_2.25rem]';
