-- Few holds are let go of by a night before one has booked them; each night asks for them.
create index open_hold_ahead on open_hold (mode) where held_minor < 0;
