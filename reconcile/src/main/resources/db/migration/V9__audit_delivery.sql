-- What a place has got it has: nobody makes the product take an older checkpoint there again.
create function audit_delivery_never_goes_back() returns trigger language plpgsql as
$$
begin
    if tg_op = 'DELETE' or new.place <> old.place or new.sequence < old.sequence then
        raise exception 'what was delivered stays delivered';
    end if;
    return new;
end
$$;
create trigger audit_delivery_never_goes_back
    before update or delete on audit_delivery
    for each row execute function audit_delivery_never_goes_back();
